import Foundation

/// Paints the kinds of pictures that scripts can ask for.
struct Painter {
    let picture: Picture

    private var width: Int { picture.width }
    private var height: Int { picture.height }

    private func color(_ index: Int) -> Color { picture.palette[index % picture.palette.count] }

    func paint(on canvas: inout Canvas) {
        switch picture.kind {
        case .sky: sky(&canvas)
        case .waves: waves(&canvas)
        case .mockup: mockup(&canvas)
        case .swatches: swatches(&canvas)
        case .chart: chart(&canvas)
        }
    }

    // MARK: Landscapes

    private func sky(_ canvas: inout Canvas) {
        let sunX = width * (3 + picture.seed % 5) / 10
        canvas.gradient(x: 0, y: 0, width: width, height: height, from: color(0), to: color(1))
        let radius = height / 7
        // The halo begins in the colour that the sky has around it.
        let evening = color(0).mixed(with: color(1), 0.45)
        for ring in stride(from: 4, through: 1, by: -1) {
            let share = 0.07 * Double(5 - ring)
            canvas.disc(
                x: sunX, y: height * 4 / 10, radius: radius + ring * radius / 3, evening.mixed(with: color(2), share))
        }
        canvas.disc(x: sunX, y: height * 4 / 10, radius: radius, color(2))
        for layer in 0..<4 {
            let near = Double(layer + 1) / 4
            hills(
                &canvas, base: 0.52 + 0.11 * Double(layer), swing: 0.05 + 0.02 * near, layer: layer,
                color(1).mixed(with: color(3), 0.25 + 0.75 * near))
        }
        caption(&canvas, y: height - height / 8, color(2))
    }

    private func waves(_ canvas: inout Canvas) {
        canvas.gradient(x: 0, y: 0, width: width, height: height / 2, from: color(0), to: color(1))
        for layer in 0..<9 {
            let share = Double(layer) / 8
            hills(
                &canvas, base: 0.30 + 0.08 * Double(layer), swing: 0.025 + 0.01 * share, layer: layer,
                color(1).mixed(with: color(2), share))
            hills(
                &canvas, base: 0.305 + 0.08 * Double(layer), swing: 0.025 + 0.01 * share, layer: layer,
                color(1).mixed(with: color(2), share).mixed(with: color(0), 0.18))
        }
        caption(&canvas, y: height / 9, color(2))
    }

    /// Everything below a curve of three sines.
    private func hills(_ canvas: inout Canvas, base: Double, swing: Double, layer: Int, _ color: Color) {
        let phase = Double(picture.seed * 7 + layer * 13)
        for column in 0..<width {
            let x = Double(column) / Double(width) * 2 * .pi
            let curve = sin(x * 1.3 + phase) + 0.5 * sin(x * 3.1 + phase * 1.7) + 0.25 * sin(x * 7.3 + phase * 0.6)
            let top = Int((base + swing * curve) * Double(height))
            canvas.fill(x: column, y: top, width: 1, height: height - top, color)
        }
    }

    private func caption(_ canvas: inout Canvas, y: Int, _ color: Color) {
        let scale = max(2, width / 220)
        let textWidth = Canvas.width(of: picture.caption, scale: scale)
        canvas.write(picture.caption, x: (width - textWidth) / 2, y: y, scale: scale, color)
    }

    // MARK: Pages and figures

    /// Palette: ground, ink, accent, panel.
    private func mockup(_ canvas: inout Canvas) {
        let ground = color(0)
        let ink = color(1)
        let accent = color(2)
        let panel = color(3)
        let isNarrow = width < height
        let unit = max(4, width / (isNarrow ? 46 : 80))
        canvas.fill(x: 0, y: 0, width: width, height: height, ground)

        // Navigation.
        canvas.fill(x: 0, y: 0, width: width, height: unit * 5, panel)
        canvas.fill(x: 0, y: unit * 5, width: width, height: 1, ink.mixed(with: ground, 0.7))
        let logo = max(2, unit / 4)
        canvas.fill(x: unit * 2, y: unit * 3 / 2, width: unit * 2, height: unit * 2, accent)
        canvas.write(picture.caption, x: unit * 5, y: unit * 5 / 2 - logo * 7 / 2, scale: logo, ink)
        for item in 0..<(isNarrow ? 1 : 4) {
            canvas.fill(
                x: width - unit * (isNarrow ? 4 : 6) * (item + 1), y: unit * 2, width: unit * (isNarrow ? 2 : 4),
                height: max(2, unit * 2 / 3), ink.mixed(with: panel, 0.45))
        }

        // Hero.
        let heroTop = unit * 5 + 1
        let heroHeight = max(unit * 24, height * 38 / 100)
        canvas.gradient(
            x: 0, y: heroTop, width: width, height: heroHeight, from: accent.mixed(with: ground, 0.55),
            to: ground.mixed(with: accent, 0.12))
        let letters = max(2, unit * (isNarrow ? 1 : 2) / (isNarrow ? 3 : 5))
        canvas.write("SILVER, MADE BY HAND", x: unit * 4, y: heroTop + unit * 4, scale: letters, ink)
        lines(&canvas, count: 3, x: unit * 4, y: heroTop + unit * 9, width: width * (isNarrow ? 4 : 2) / 5, unit, ink)
        let invitation = "VISIT US"
        let button = Canvas.width(of: invitation, scale: logo) + unit * 4
        canvas.fill(x: unit * 4, y: heroTop + unit * 16, width: button, height: unit * 4, ink)
        canvas.write(invitation, x: unit * 6, y: heroTop + unit * 18 - logo * 7 / 2, scale: logo, ground)
        if !isNarrow {
            canvas.disc(
                x: width * 3 / 4, y: heroTop + heroHeight / 2, radius: heroHeight / 3, accent.mixed(with: ground, 0.2))
            canvas.disc(
                x: width * 3 / 4, y: heroTop + heroHeight / 2, radius: heroHeight / 4, ground.mixed(with: accent, 0.12))
        }

        // Cards.
        let columns = isNarrow ? 1 : 3
        let gap = unit * 2
        let cardWidth = (width - gap * (columns + 1)) / columns
        let cardHeight = isNarrow ? height / 5 : height * 34 / 100
        let rows = isNarrow ? 2 : 1
        for card in 0..<(columns * rows) {
            let x = gap + (card % columns) * (cardWidth + gap)
            let y = heroTop + heroHeight + gap + (card / columns) * (cardHeight + gap)
            canvas.fill(x: x, y: y, width: cardWidth, height: cardHeight, panel)
            canvas.gradient(
                x: x, y: y, width: cardWidth, height: cardHeight / 2,
                from: accent.mixed(with: ink, 0.15 * Double((card + picture.seed) % 4)), to: panel)
            canvas.frame(x: x, y: y, width: cardWidth, height: cardHeight, ink.mixed(with: ground, 0.75))
            lines(
                &canvas, count: 3, x: x + gap, y: y + cardHeight * 6 / 10, width: cardWidth - gap * 2, unit, ink)
        }
    }

    /// Grey bars in place of a paragraph.
    private func lines(_ canvas: inout Canvas, count: Int, x: Int, y: Int, width: Int, _ unit: Int, _ ink: Color) {
        for line in 0..<count {
            let length = width * (line == count - 1 ? 6 : 10 - (line + picture.seed) % 2) / 10
            canvas.fill(
                x: x, y: y + line * unit * 2, width: length, height: max(2, unit * 3 / 4),
                ink.mixed(with: color(0), 0.62))
        }
    }

    private func swatches(_ canvas: inout Canvas) {
        let column = width / picture.palette.count
        let scale = max(2, column / 60)
        for (index, color) in picture.palette.enumerated() {
            canvas.fill(x: index * column, y: 0, width: width - index * column, height: height, color)
            let letters = color.isLight ? Color(red: 20, green: 18, blue: 24) : Color(red: 250, green: 248, blue: 244)
            canvas.write(color.code, x: index * column + 4 * scale, y: height - 12 * scale, scale: scale, letters)
        }
        canvas.write(picture.caption, x: 4 * scale, y: 4 * scale, scale: scale, color(1))
    }

    /// Palette: ground, ink, bars.
    private func chart(_ canvas: inout Canvas) {
        let margin = height / 8
        let scale = max(2, width / 320)
        canvas.write(picture.caption, x: margin, y: margin / 3, scale: scale, color(1))
        for line in 0...4 {
            canvas.fill(
                x: margin, y: margin + (height - margin * 2) * line / 4, width: width - margin * 2, height: 1,
                color(1).mixed(with: color(0), 0.75))
        }
        let bars = 12
        let step = (width - margin * 2) / bars
        for bar in 0..<bars {
            let level = 0.22 + 0.06 * sin(Double(bar * 5 + picture.seed)) + 0.6 * Double(bar) / Double(bars)
            let tall = Int(level * Double(height - margin * 2))
            canvas.gradient(
                x: margin + bar * step + step / 5, y: height - margin - tall, width: step * 3 / 5, height: tall,
                from: color(2), to: color(2).mixed(with: color(0), 0.35))
        }
    }
}
