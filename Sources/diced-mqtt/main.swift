import DiceMQTT
import Systemd

ServiceMain.run(DicedMQTT.self)
