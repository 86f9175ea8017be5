import DiceWeb
import Systemd

ServiceMain.run(DicedWeb.self)
