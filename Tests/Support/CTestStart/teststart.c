#include "teststart.h"

extern void dice_test_choose_table_loop(void);

__attribute__((constructor)) static void start(void) {
    dice_test_choose_table_loop();
}
