// error: risks causing data races
import ImageIO

func share() {
    let output = NSMutableData()
    Task.detached { output.length = 1 }
    output.length = 2
}
