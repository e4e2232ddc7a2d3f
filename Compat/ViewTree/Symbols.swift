/// Small drawings of our own under the names of the system's symbols.
///
/// Strokes are in a 24 × 24 field; a part that starts with `!` is filled, one with `?` is cut out of a filled shape.
package enum Symbols {
    private static let drawings: [String: String] = [
        "square.stack.3d.up": "M12 3 21 8 12 13 3 8Z|M4 12.5 12 17 20 12.5|M4 16.5 12 21 20 16.5",
        "square.stack.3d.up.fill": "!M12 3 21 8 12 13 3 8Z|M4 12.5 12 17 20 12.5|M4 16.5 12 21 20 16.5",
        "waveform.path.ecg": "M2 12h4l2.5-7 4 14 3-10 1.5 3H22",
        "waveform": "M4 10v4M8 6v12M12 3v18M16 7v10M20 10v4",
        "checkmark.shield": "M12 3 20 6v6c0 4.5-3.5 7.5-8 9-4.500-1.500-8-4.500-8-9V6Z|M8.500 12l2.500 2.500 4.500-5",
        "checkmark.shield.fill":
            "!M12 3 20 6v6c0 4.5-3.5 7.5-8 9-4.500-1.500-8-4.500-8-9V6Z|?M8.500 12l2.500 2.500 4.500-5",
        "shield": "M12 3 20 6v6c0 4.5-3.5 7.5-8 9-4.500-1.500-8-4.500-8-9V6Z",
        "lock.shield":
            "M12 3 20 6v6c0 4.5-3.5 7.5-8 9-4.500-1.500-8-4.500-8-9V6Z|M9 11h6v5H9Z|M10.500 11V9.500a1.500 1.500 0 0 1 3 0V11",
        "exclamationmark.shield":
            "M12 3 20 6v6c0 4.5-3.5 7.5-8 9-4.500-1.500-8-4.500-8-9V6Z|M12 8v5|!M12 15.500a1 1 0 1 1 0 .1Z",
        "paperplane": "M21 3 3 10.500l7 3.500 3.500 7Z|M21 3 10 14",
        "paperplane.fill": "!M21.500 2.500 2 10.500l7.500 4L18 6.500l-7.500 9L14 22Z",
        "stop.fill": "!M6 6h12v12H6Z", "stop": "M6 6h12v12H6Z",
        "stop.circle": "C|M9 9h6v6H9Z", "stop.circle.fill": "F|?M9 9h6v6H9Z",
        "play.fill": "!M7 4.500v15L20 12Z", "play": "M7 4.500v15L20 12Z",
        "pause.fill": "!M6 5h4v14H6Z|!M14 5h4v14h-4Z", "pause": "M8 5v14M16 5v14",
        "plus": "M12 4v16M4 12h16", "minus": "M4 12h16", "xmark": "M5 5 19 19M19 5 5 19", "equal": "M4 9h16M4 15h16",
        "plus.circle": "C|M12 8v8M8 12h8", "plus.circle.fill": "F|?M12 8v8M8 12h8",
        "minus.circle": "C|M8 12h8", "minus.circle.fill": "F|?M8 12h8",
        "xmark.circle": "C|M9 9l6 6M15 9l-6 6", "xmark.circle.fill": "F|?M9 9l6 6M15 9l-6 6",
        "xmark.octagon": "M8 3h8l5 5v8l-5 5H8l-5-5V8Z|M9 9l6 6M15 9l-6 6",
        "chevron.left": "M15 4 7 12l8 8", "chevron.right": "M9 4l8 8-8 8", "chevron.backward": "M15 4 7 12l8 8",
        "chevron.forward": "M9 4l8 8-8 8", "chevron.up": "M4 15l8-8 8 8", "chevron.down": "M4 9l8 8 8-8",
        "chevron.up.chevron.down": "M8 9l4-4 4 4|M8 15l4 4 4-4", "chevron.compact.down": "M4 10l8 4 8-4",
        "chevron.left.forwardslash.chevron.right": "M8 6l-6 6 6 6|M16 6l6 6-6 6|M14 4l-4 16",
        "curlybraces": "M9 3c-3 0-3 2-3 4s0 4-3 5c3 1 3 3 3 5s0 4 3 4|M15 3c3 0 3 2 3 4s0 4 3 5c-3 1-3 3-3 5s0 4-3 4",
        "ellipsis":
            "!M3 12a2 2 0 1 1 4 0 2 2 0 0 1-4 0Z|!M10 12a2 2 0 1 1 4 0 2 2 0 0 1-4 0Z|!M17 12a2 2 0 1 1 4 0 2 2 0 0 1-4 0Z",
        "ellipsis.circle":
            "C|!M6.500 12a1.200 1.200 0 1 1 2.400 0 1.200 1.200 0 0 1-2.400 0Z|!M10.800 12a1.200 1.200 0 1 1 2.400 0 1.200 1.200 0 0 1-2.400 0Z|!M15.100 12a1.200 1.200 0 1 1 2.400 0 1.200 1.200 0 0 1-2.400 0Z",
        "magnifyingglass": "M10.500 3.500a7 7 0 1 1 0 14 7 7 0 0 1 0-14Z|M16 16l5 5",
        "qrcode.viewfinder":
            "M3 8V3h5M16 3h5v5M21 16v5h-5M8 21H3v-5|M7 7h4v4H7Z|M13 7h4v4h-4Z|M7 13h4v4H7Z|M13.500 13.500h1M16.500 16.500h1M13.500 17h1M17 13.500h.5",
        "qrcode": "M4 4h6v6H4Z|M14 4h6v6h-6Z|M4 14h6v6H4Z|M14 14h2M19 14h1M14 19h1M18 18h2v2",
        "viewfinder": "M3 8V3h5M16 3h5v5M21 16v5h-5M8 21H3v-5", "barcode": "M4 5v14M8 5v14M11 5v14M16 5v14M20 5v14",
        "paperclip":
            "M20 11l-8 8a5 5 0 0 1-7-7l8.500-8.500a3.300 3.300 0 0 1 4.700 4.700L9.800 16.500a1.600 1.600 0 0 1-2.300-2.300L15 6.700",
        "photo": "M3 5h18v14H3Z|M3 16l5-5 5 5 3-3 5 5|M15.500 8a1.500 1.500 0 1 1 0 3 1.500 1.500 0 0 1 0-3Z",
        "photo.on.rectangle": "M6 8h15v12H6Z|M6 17l4-4 4 4 2-2 5 5|M3 15V4h14",
        "camera": "M3 7h4l2-3h6l2 3h4v13H3Z|M12 9.500a3.800 3.800 0 1 1 0 7.600 3.800 3.800 0 0 1 0-7.600Z",
        "camera.fill": "!M3 7h4l2-3h6l2 3h4v13H3Z|?M12 9.500a3.800 3.800 0 1 1 0 7.600 3.800 3.800 0 0 1 0-7.600Z",
        "doc": "M6 2h8l5 5v15H6Z|M14 2v5h5", "doc.fill": "!M6 2h8l5 5v15H6Z",
        "doc.text": "M6 2h8l5 5v15H6Z|M14 2v5h5|M9 12h7M9 16h7", "doc.plaintext": "M6 2h12v20H6Z|M9 8h6M9 12h6M9 16h4",
        "doc.on.doc": "M9 7h11v14H9Z|M15 7V3H4v14h5", "doc.badge.plus": "M6 2h8l5 5v15H6Z|M12.500 10v7M9 13.500h7",
        "doc.text.magnifyingglass":
            "M6 2h8l5 5v4|M6 2v20h6|M16 12a3.500 3.500 0 1 1 0 7 3.500 3.500 0 0 1 0-7Z|M18.500 18.500 22 22",
        "folder": "M3 6h7l2 2h9v12H3Z", "folder.fill": "!M3 6h7l2 2h9v12H3Z",
        "tray": "M3 13l3-9h12l3 9v7H3Z|M3 13h6l1 2h4l1-2h6",
        "terminal": "M3 4h18v16H3Z|M7 9l3 3-3 3M12.500 15H17",
        "terminal.fill": "!M3 4h18v16H3Z|?M7 9l3 3-3 3M12.500 15H17",
        "pencil": "M4 20l1-5L16 4l4 4L9 19Z|M13.500 6.500l4 4",
        "square.and.pencil": "M20 13v8H3V4h8|M9 15l1-4 9-9 3 3-9 9Z",
        "pencil.line": "M4 16l1-4L15 2l4 4L9 16Z|M3 21h18", "highlighter": "M4 20h6M8 16l8-12 4 3-8 11H8Z",
        "eye": "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12Z|M12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6Z",
        "eye.fill": "!M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12Z|?M12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6Z",
        "eye.slash": "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12Z|M4 3l16 18",
        "lock": "M5 11h14v10H5Z|M8 11V7a4 4 0 0 1 8 0v4", "lock.fill": "!M5 11h14v10H5Z|M8 11V7a4 4 0 0 1 8 0v4",
        "lock.open": "M5 11h14v10H5Z|M8 11V7a4 4 0 0 1 7.700-1.500",
        "key": "M8 8a4.500 4.500 0 1 1-.1 9A4.500 4.500 0 0 1 8 8Z|M11.500 11.500 20 3M16 7l3 3",
        "bell": "M5 17h14l-2-3V9a5 5 0 0 0-10 0v5Z|M10 20a2 2 0 0 0 4 0",
        "bell.fill": "!M5 17h14l-2-3V9a5 5 0 0 0-10 0v5Z|M10 20a2 2 0 0 0 4 0",
        "bell.badge":
            "M5 17h14l-2-3v-2|M14 4.500A5 5 0 0 0 7 9v5l-2 3|M10 20a2 2 0 0 0 4 0|!M15 7a3 3 0 1 1 6 0 3 3 0 0 1-6 0Z",
        "bell.slash": "M5 17h14l-2-3V9a5 5 0 0 0-10 0v5Z|M10 20a2 2 0 0 0 4 0|M3 3l18 18",
        "gear": "G", "gearshape": "G", "gearshape.fill": "G",
        "slider.horizontal.3":
            "M3 6h10M17 6h4M3 12h3M10 12h11M3 18h12M19 18h2|M13 6a2 2 0 1 1 4 0 2 2 0 0 1-4 0Z|M6 12a2 2 0 1 1 4 0 2 2 0 0 1-4 0Z|M15 18a2 2 0 1 1 4 0 2 2 0 0 1-4 0Z",
        "person": "M12 3.500a4 4 0 1 1 0 8 4 4 0 0 1 0-8Z|M4 21c0-5 4-7 8-7s8 2 8 7Z",
        "person.fill": "!M12 3.500a4 4 0 1 1 0 8 4 4 0 0 1 0-8Z|!M4 21c0-5 4-7 8-7s8 2 8 7Z",
        "person.circle": "C|M12 6.500a3 3 0 1 1 0 6 3 3 0 0 1 0-6Z|M6 18.500c1-3 3.500-4 6-4s5 1 6 4",
        "person.2":
            "M9 4.500a3.500 3.500 0 1 1 0 7 3.500 3.500 0 0 1 0-7Z|M2 20c0-4.500 3.500-6 7-6s7 1.500 7 6Z|M16 5a3 3 0 0 1 0 6M18 14.500c2.500.5 4 2 4 5.500",
        "person.2.fill":
            "!M9 4.500a3.500 3.500 0 1 1 0 7 3.500 3.500 0 0 1 0-7Z|!M2 20c0-4.500 3.500-6 7-6s7 1.500 7 6Z|M16 5a3 3 0 0 1 0 6M18 14.500c2.500.5 4 2 4 5.500",
        "person.3":
            "M12 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6Z|M6 20c0-4 3-6 6-6s6 2 6 6Z|M4 8a2 2 0 0 0 2 3M20 8a2 2 0 0 1-2 3M1 18c0-2 1-3 3-4M23 18c0-2-1-3-3-4",
        "person.crop.circle": "C|M12 6.500a3 3 0 1 1 0 6 3 3 0 0 1 0-6Z|M6 18.500c1-3 3.500-4 6-4s5 1 6 4",
        "arrow.up": "M12 21V4M5 11l7-7 7 7", "arrow.down": "M12 3v17M5 13l7 7 7-7",
        "arrow.left": "M21 12H4M11 5l-7 7 7 7",
        "arrow.right": "M3 12h17M13 5l7 7-7 7", "arrow.up.right": "M6 18 18 6M8 6h10v10",
        "arrow.down.left": "M18 6 6 18M6 8v10h10",
        "arrow.turn.down.right": "M5 4v9h14M14 8l5 5-5 5", "arrow.turn.up.left": "M20 20v-9H4M9 6l-5 5 5 5",
        "arrow.up.circle": "C|M12 17V7M8 11l4-4 4 4", "arrow.up.circle.fill": "F|?M12 17V7M8 11l4-4 4 4",
        "arrow.down.circle": "C|M12 7v10M8 13l4 4 4-4", "arrow.down.circle.fill": "F|?M12 7v10M8 13l4 4 4-4",
        "arrow.right.circle": "C|M7 12h10M13 8l4 4-4 4", "arrow.down.to.line": "M12 3v13M6 10l6 6 6-6M4 21h16",
        "arrow.up.to.line": "M12 21V8M6 14l6-6 6 6M4 3h16",
        "arrow.clockwise": "M20 12a8 8 0 1 1-2.500-5.800M20 3v5h-5",
        "arrow.counterclockwise": "M4 12a8 8 0 1 0 2.500-5.800M4 3v5h5",
        "arrow.clockwise.circle": "C|M16 12a4 4 0 1 1-1.200-2.900M16 7v2.500h-2.500",
        "arrow.uturn.backward": "M4 9h10a6 6 0 0 1 0 12H9M8 4 4 9l4 5",
        "arrow.uturn.left": "M4 9h10a6 6 0 0 1 0 12H9M8 4 4 9l4 5",
        "arrow.triangle.2.circlepath": "M4 10a8 8 0 0 1 14-3l2 2M20 14a8 8 0 0 1-14 3l-2-2M20 4v5h-5M4 20v-5h5",
        "arrow.2.squarepath": "M7 3 4 6l3 3M4 6h14v8M17 21l3-3-3-3M20 18H6v-8",
        "arrow.left.arrow.right": "M3 8h17M16 4l4 4-4 4M21 16H4M8 12l-4 4 4 4",
        "arrow.up.left.and.arrow.down.right": "M9 9 3 3M3 8V3h5M15 15l6 6M21 16v5h-5",
        "arrow.down.right.and.arrow.up.left": "M3 3l6 6M9 4v5H4M21 21l-6-6M15 20v-5h5",
        "arrow.triangle.branch":
            "M6 8v8M6 14c0-3 3-4 6-4h5M14 6l4 4-4 4|M6 4a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z|M6 16a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z",
        "arrow.triangle.merge": "M7 3v6l5 5v7M17 3v6l-5 5",
        "rectangle.portrait.and.arrow.right": "M14 4H4v16h10M9 12h12M17 8l4 4-4 4",
        "checkmark": "M4 13l5.500 6L20 5", "checkmark.circle": "C|M7.500 12.500l3 3.500 6-8",
        "checkmark.circle.fill": "F|?M7.500 12.500l3 3.500 6-8",
        "checkmark.square": "Q|M7.500 12.500l3 3.500 6-8", "checkmark.square.fill": "S|?M7.500 12.500l3 3.500 6-8",
        "checkmark.seal": "C|M7.500 12.500l3 3.500 6-8", "checkmark.seal.fill": "F|?M7.500 12.500l3 3.500 6-8",
        "circle": "C", "circle.fill": "F", "square": "Q", "square.fill": "S", "circle.dotted": "D",
        "circle.dashed": "D", "circle.inset.filled": "C|!M12 7a5 5 0 1 1 0 10 5 5 0 0 1 0-10Z",
        "smallcircle.filled.circle": "C|!M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8Z",
        "record.circle": "C|!M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8Z", "circle.lefthalf.filled": "C|!M12 3a9 9 0 0 0 0 18Z",
        "largecircle.fill.circle": "C|!M12 7a5 5 0 1 1 0 10 5 5 0 0 1 0-10Z",
        "exclamationmark": "M12 3v12|!M10.700 19.500a1.300 1.300 0 1 1 2.600 0 1.300 1.300 0 0 1-2.600 0Z",
        "exclamationmark.triangle": "M12 3 22.500 21h-21Z|M12 10v5|!M11 18a1 1 0 1 1 2 0 1 1 0 0 1-2 0Z",
        "exclamationmark.triangle.fill": "!M12 2.500 23 21.500H1Z|?M12 10v5|?M12 18v.2",
        "exclamationmark.circle": "C|M12 7v6|!M11 16.500a1 1 0 1 1 2 0 1 1 0 0 1-2 0Z",
        "exclamationmark.circle.fill": "F|?M12 7v6|?M12 16.500v.2",
        "exclamationmark.bubble": "M3 4h18v13h-9l-5 4v-4H3Z|M12 7v4|M12 14v.2",
        "info.circle": "C|M12 11v6|!M11 7.500a1 1 0 1 1 2 0 1 1 0 0 1-2 0Z",
        "info.circle.fill": "F|?M12 11v6|?M12 7.500v.2",
        "info": "M12 10v10|!M10.700 5a1.300 1.300 0 1 1 2.600 0 1.300 1.300 0 0 1-2.600 0Z",
        "questionmark.circle":
            "C|M9 9.500a3 3 0 1 1 4.500 2.600c-1 .6-1.500 1.100-1.500 2.200|!M11 17.200a1 1 0 1 1 2 0 1 1 0 0 1-2 0Z",
        "questionmark.circle.fill":
            "F|?M9 9.500a3 3 0 1 1 4.500 2.600c-1 .6-1.500 1.100-1.500 2.200|?M11 17.200a1 1 0 1 1 2 0 1 1 0 0 1-2 0Z",
        "questionmark":
            "M7 8a5 5 0 1 1 7.500 4.300C13 13.200 12 14 12 16|!M10.800 20.500a1.200 1.200 0 1 1 2.400 0 1.200 1.200 0 0 1-2.400 0Z",
        "questionmark.bubble": "M3 4h18v13h-9l-5 4v-4H3Z|M10 9a2 2 0 1 1 2.500 2c-.4.200-.5.500-.5 1.200M12 14.500v.2",
        "bolt": "M13 2 5 14h6l-1 8 9-13h-6Z", "bolt.fill": "!M13 2 5 14h6l-1 8 9-13h-6Z",
        "bolt.slash": "M13 2 5 14h6l-1 8 9-13h-6Z|M3 3l18 18", "bolt.horizontal": "M22 13 10 5v6L2 12l12 9v-7Z",
        "clock": "C|M12 7v5.500l3.500 2", "clock.fill": "F|?M12 7v5.500l3.500 2",
        "clock.arrow.circlepath": "M4 12a8 8 0 1 0 2.500-5.800M4 3v5h5|M12 7.500V12l3 2",
        "timer": "M12 5a8 8 0 1 1 0 16 8 8 0 0 1 0-16Z|M12 9v4M10 2h4",
        "hourglass": "M6 3h12M6 21h12M7 3c0 5 5 6 5 9s-5 4-5 9M17 3c0 5-5 6-5 9s5 4 5 9",
        "calendar": "M3 5h18v16H3Z|M3 10h18M8 2v5M16 2v5", "gauge": "C|M12 14l4-5",
        "stopwatch": "M12 5a8 8 0 1 1 0 16 8 8 0 0 1 0-16Z|M12 9v4M10 2h4",
        "globe": "C|M3 12h18|M12 3c5 5.500 5 12.500 0 18M12 3c-5 5.500-5 12.500 0 18",
        "safari": "C|M16 8l-2.500 5.500L8 16l2.500-5.500Z",
        "link":
            "M10 14a4 4 0 0 0 6 0l3.500-3.500a4 4 0 0 0-6-6L12 6M14 10a4 4 0 0 0-6 0l-3.500 3.500a4 4 0 0 0 6 6L12 18",
        "personalhotspot":
            "M10 14a4 4 0 0 0 6 0l3.500-3.500a4 4 0 0 0-6-6L12 6M14 10a4 4 0 0 0-6 0l-3.500 3.500a4 4 0 0 0 6 6L12 18",
        "trash": "M4 6h16M9 6V3h6v3M6 6l1 15h10l1-15M10 10v7M14 10v7",
        "trash.fill": "!M6 7l1 14h10l1-14Z|M4 6h16M9 6V3h6v3",
        "square.and.arrow.up": "M8 9H5v12h14V9h-3|M12 15V2M8 6l4-4 4 4",
        "square.and.arrow.down": "M8 9H5v12h14V9h-3|M12 2v13M8 11l4 4 4-4",
        "tray.and.arrow.down": "M3 14v6h18v-6|M12 3v12M7 10l5 5 5-5",
        "doc.on.clipboard": "M8 5H5v14h4M16 5h3v3|M9 3h6v4H9Z|M11 10h10v11H11Z|M14 14h4M14 17h4",
        "play.circle": "C|!M10 8l6 4-6 4Z",
        "flag": "M5 22V3M5 4h13l-3 4.500L18 13H5", "flag.fill": "M5 22V3|!M5 4h13l-3 4.500L18 13H5",
        "tag": "M3 3h9l9 9-9 9-9-9Z|M7 6.500a.8.8 0 1 1 0 1.600.8.8 0 0 1 0-1.600Z", "tag.fill": "!M3 3h9l9 9-9 9-9-9Z",
        "star": "M12 3l2.700 6 6.300.7-4.700 4.300 1.300 6.500L12 17l-5.600 3.500L7.700 14 3 9.700 9.300 9Z",
        "star.fill": "!M12 3l2.700 6 6.300.7-4.700 4.300 1.300 6.500L12 17l-5.600 3.500L7.700 14 3 9.700 9.300 9Z",
        "heart": "M12 20C4 14 3 10.500 3 8.500a4.500 4.500 0 0 1 9-1 4.500 4.500 0 0 1 9 1c0 2-1 5.500-9 11.500Z",
        "bookmark": "M6 3h12v18l-6-5-6 5Z", "pin": "M9 3h6l-1 7 4 4H6l4-4ZM12 14v7",
        "pin.fill": "!M9 3h6l-1 7 4 4H6l4-4Z|M12 14v7", "target": "C|M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8Z|M12 12v.1",
        "scope": "C|M12 1v6M12 17v6M1 12h6M17 12h6",
        "list.bullet": "M9 6h12M9 12h12M9 18h12|M4 6h.1M4 12h.1M4 18h.1",
        "list.number": "M10 6h11M10 12h11M10 18h11|M4 4v4M3 11h2l-2 3h2M3 17h2v3H3",
        "list.dash": "M9 6h12M9 12h12M9 18h12|M3 6h2M3 12h2M3 18h2",
        "checklist": "M11 6h10M11 12h10M11 18h10|M3 6l1.500 1.500L8 4M3 12l1.500 1.500L8 10M3 18l1.500 1.500L8 16",
        "list.bullet.rectangle": "M3 4h18v16H3Z|M10 9h7M10 12h7M10 15h7M7 9h.1M7 12h.1M7 15h.1",
        "list.bullet.indent": "M9 5h12M13 10h8M13 15h8M9 20h12|M4 5h.1",
        "text.alignleft": "M3 5h18M3 10h12M3 15h18M3 20h12", "text.quote": "M3 4v16M8 6h13M8 12h13M8 18h8",
        "line.3.horizontal": "M3 6h18M3 12h18M3 18h18", "line.3.horizontal.decrease": "M3 6h18M6 12h12M10 18h4",
        "line.3.horizontal.decrease.circle": "C|M7 9h10M9 12h6M11 15h2",
        "textformat": "M2 19 8 5l6 14M4 15h8|M15 19l3.500-9 3.500 9M16 16h5",
        "textformat.size": "M2 19 8 5l6 14M4 15h8|M15 19l3.500-9 3.500 9M16 16h5",
        "character.cursor.ibeam": "M4 18 8 7l4 11M5 15h6|M18 4v16M16 4h4M16 20h4",
        "text.cursor": "M12 4v16M9 3h6M9 21h6", "increase.indent": "M3 5h18M11 10h10M11 15h10M3 20h18M3 9l4 3.500L3 16",
        "arrow.left.and.right.text.vertical": "M3 5h18M3 20h18M8 9l-4 3.500L8 16M16 9l4 3.500-4 3.500M4 12.500h16",
        "text.word.spacing": "M3 5h18M3 12h14a3 3 0 0 1 0 6h-4M15 15l-3 3 3 3M3 18h5",
        "number": "M9 3 7 21M17 3l-2 18M4 9h17M3 15h17",
        "at": "M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8Z|M16 8v5.500c0 3 5 3 5-1.500a9 9 0 1 0-4 7.500",
        "hammer": "M4 20l9-9M10 6l4-3 7 6-3 3-3-2-2 2-3-3Z",
        "wrench": "M4 20 14 10a5 5 0 0 1 6-6l-3 3 .5 3 3 .5 2-2a5 5 0 0 1-6 6L8 22Z",
        "wrench.and.screwdriver": "M4 20 14 10a5 5 0 0 1 6-6l-3 3 3 3 3-3M3 3l7 7M14 14l6 7",
        "screwdriver": "M14 10 20 4M3 21l9-9 2 2-9 9Z",
        "ladybug":
            "M12 6a6 6 0 0 1 6 6v3a6 6 0 0 1-12 0v-3a6 6 0 0 1 6-6ZM12 6v15M9 6a3 3 0 0 1 6 0M2 13h4M18 13h4M3 20l3.500-2M21 20l-3.500-2M3 7l3.500 2M21 7l-3.500 2",
        "ant": "M12 6a6 6 0 0 1 6 6v3a6 6 0 0 1-12 0v-3a6 6 0 0 1 6-6Z",
        "cpu": "M6 6h12v12H6Z|M10 10h4v4h-4Z|M9 2v4M15 2v4M9 18v4M15 18v4M2 9h4M2 15h4M18 9h4M18 15h4",
        "memorychip": "M3 7h18v10H3Z|M7 17v3M12 17v3M17 17v3M7 4v3M12 4v3M17 4v3",
        "network": "C|M3 12h18|M12 3c5 5.500 5 12.500 0 18M12 3c-5 5.500-5 12.500 0 18",
        "point.3.connected.trianglepath.dotted":
            "M12 3a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z|M5 16a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z|M19 16a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z|M11 7l-5 9M13 7l5 9M7 18h10",
        "server.rack": "M3 4h18v6H3Z|M3 14h18v6H3Z|M7 7h.1M7 17h.1",
        "externaldrive": "M3 14h18v6H3Z|M3 14l3-9h12l3 9M17 17h.1",
        "cylinder": "M4 6c0-4 16-4 16 0v12c0 4-16 4-16 0ZM4 6c0 4 16 4 16 0",
        "shippingbox": "M3 7l9-4 9 4v10l-9 4-9-4ZM3 7l9 4 9-4M12 11v10",
        "cube": "M3 7l9-4 9 4v10l-9 4-9-4ZM3 7l9 4 9-4M12 11v10",
        "iphone": "M7 2h10v20H7Z|M10.500 19h3", "ipad": "M4 2h16v20H4Z|M10 19h4",
        "desktopcomputer": "M2 4h20v13H2ZM9 21h6M12 17v4", "laptopcomputer": "M4 5h16v11H4ZM1 19h22",
        "display": "M2 4h20v13H2ZM9 21h6M12 17v4",
        "keyboard": "M2 6h20v12H2ZM6 10h.1M10 10h.1M14 10h.1M18 10h.1M7 14h10",
        "moon": "M20 14A9 9 0 1 1 10 4a7 7 0 0 0 10 10Z", "moon.fill": "!M20 14A9 9 0 1 1 10 4a7 7 0 0 0 10 10Z",
        "moon.zzz": "M18 15A8 8 0 1 1 9 5a6 6 0 0 0 9 10ZM15 3h5l-5 6h5",
        "sun.max":
            "M12 7.500a4.500 4.500 0 1 1 0 9 4.500 4.500 0 0 1 0-9Z|M12 1.500v3M12 19.500v3M1.500 12h3M19.500 12h3M4.600 4.600l2 2M17.400 17.400l2 2M4.600 19.400l2-2M17.400 6.600l2-2",
        "sun.max.fill":
            "!M12 7.500a4.500 4.500 0 1 1 0 9 4.500 4.500 0 0 1 0-9Z|M12 1.500v3M12 19.500v3M1.500 12h3M19.500 12h3M4.600 4.600l2 2M17.400 17.400l2 2M4.600 19.400l2-2M17.400 6.600l2-2",
        "paintbrush": "M3 21c4 0 6-2 6-5l-2-2c-3 0-3 3-4 7ZM9 16 21 3l-3-1L7 14",
        "paintpalette": "M12 3a9 9 0 1 0 0 18c3 0 1-3 2-4s7 1 7-5a9 9 0 0 0-9-9ZM8 9h.1M13 7h.1M17 10h.1M7 14h.1",
        "sparkles":
            "M10 4l1.800 5.200L17 11l-5.200 1.800L10 18l-1.800-5.200L3 11l5.200-1.800ZM18 3l.8 2.200L21 6l-2.200.8L18 9l-.8-2.200L15 6l2.200-.8ZM18 16l.8 2.200L21 19l-2.200.8L18 22l-.8-2.200L15 19l2.200-.8Z",
        "sparkle": "M12 3l2.500 6.500L21 12l-6.500 2.500L12 21l-2.500-6.500L3 12l6.500-2.500Z",
        "wand.and.stars": "M3 21 15 9M17 3v4M15 5h4M20 11v3M18.500 12.500h3M9 3v3M7.500 4.500h3",
        "brain":
            "M12 5a3 3 0 0 0-6 0 3.500 3.500 0 0 0-2 6 3.500 3.500 0 0 0 2 6 3 3 0 0 0 6 1ZM12 5a3 3 0 0 1 6 0 3.500 3.500 0 0 1 2 6 3.500 3.500 0 0 1-2 6 3 3 0 0 1-6 1M8 10c1 0 2 .5 2 2M16 10c-1 0-2 .5-2 2",
        "brain.head.profile":
            "M12 3a8 8 0 0 0-8 8c0 3 1 4 2 6v4h8v-3h3v-4l2-1-2-4a7 7 0 0 0-5-6ZM9 10a2.500 2.500 0 1 1 5 0",
        "lightbulb": "M8 16c-2-2-3-3.500-3-6a7 7 0 0 1 14 0c0 2.500-1 4-3 6ZM9 19h6M10 22h4",
        "lightbulb.fill": "!M8 16c-2-2-3-3.500-3-6a7 7 0 0 1 14 0c0 2.500-1 4-3 6Z|M9 19h6M10 22h4",
        "flame": "M12 2c1 4 6 6 6 12a6 6 0 0 1-12 0c0-3 2-4 2-7 2 1 3 2 4-5Z",
        "leaf": "M4 20C4 8 10 4 20 4c0 10-4 15-12 15M4 20C7 14 11 11 15 9",
        "graduationcap": "M1 9l11-5 11 5-11 5ZM5 11v6c4 3 10 3 14 0v-6",
        "quote.bubble": "M3 4h18v13h-9l-5 4v-4H3Z|M8 12c0-2 .5-3 2-4M8 12h2M13 12c0-2 .5-3 2-4M13 12h2",
        "bubble.left": "M3 4h18v13h-9l-5 4v-4H3Z", "bubble.right": "M3 4h18v13h-4v4l-5-4H3Z",
        "bubble.left.fill": "!M3 4h18v13h-9l-5 4v-4H3Z",
        "bubble.left.and.bubble.right": "M2 4h13v9H9l-4 4v-4H2ZM18 8h4v10h-3v3l-4-3H9",
        "text.bubble": "M3 4h18v13h-9l-5 4v-4H3ZM7 8h10M7 12h7", "message": "M3 4h18v13h-9l-5 4v-4H3Z",
        "envelope": "M2 5h20v14H2ZM2 6l10 7 10-7", "phone": "M5 3l4 1 1 5-2 2c1 3 3 5 6 6l2-2 4 1 1 4c-8 4-20-8-16-17Z",
        "megaphone": "M3 10v4h3l9 5V5L6 10ZM18 9c1.500 1.500 1.500 4.500 0 6M7 14l1 6h3",
        "mic": "M12 2a3 3 0 0 1 3 3v6a3 3 0 0 1-6 0V5a3 3 0 0 1 3-3ZM5 11a7 7 0 0 0 14 0M12 18v4M8 22h8",
        "speaker.wave.2": "M3 9v6h4l6 5V4L7 9ZM16 8c2 2 2 6 0 8M19 5c4 4 4 10 0 14",
        "faceid": "M3 8V3h5M16 3h5v5M21 16v5h-5M8 21H3v-5|M8 9v2M16 9v2M12 9v4h-1M9 16c2 1.500 4 1.500 6 0",
        "touchid": "M12 11v3c0 3-1 5-2 7M8 12a4 4 0 0 1 8 0c0 4 0 6-1 9M5 14c-1-6 2-10 7-10s8 4 7 11",
        "wifi": "M2 9c6-6 14-6 20 0M5.500 13c4-4 9-4 13 0M9 16.500c2-2 4-2 6 0M12 20v.1",
        "wifi.slash": "M2 9c6-6 14-6 20 0M5.500 13c4-4 9-4 13 0M9 16.500c2-2 4-2 6 0M12 20v.1M3 3l18 18",
        "antenna.radiowaves.left.and.right":
            "M12 10a2 2 0 1 1 0 4 2 2 0 0 1 0-4ZM7.500 7.500c-2.500 2.500-2.500 6.500 0 9M16.500 7.500c2.500 2.500 2.500 6.500 0 9M4.500 4.500c-4 4-4 11 0 15M19.500 4.500c4 4 4 11 0 15",
        "antenna.radiowaves.left.and.right.slash":
            "M12 10a2 2 0 1 1 0 4 2 2 0 0 1 0-4ZM7.500 7.500c-2.500 2.500-2.500 6.500 0 9M16.500 7.500c2.500 2.500 2.500 6.500 0 9M3 3l18 18",
        "dot.radiowaves.left.and.right":
            "M12 10a2 2 0 1 1 0 4 2 2 0 0 1 0-4ZM7.500 7.500c-2.500 2.500-2.500 6.500 0 9M16.500 7.500c2.500 2.500 2.500 6.500 0 9",
        "power": "M12 2v10M6 6a8.500 8.500 0 1 0 12 0", "battery.100": "M2 8h17v8H2ZM22 11v2",
        "hand.raised":
            "M6 13V7a1.500 1.500 0 0 1 3 0v4V4.500a1.500 1.500 0 0 1 3 0V11 5a1.500 1.500 0 0 1 3 0v6-3.500a1.500 1.500 0 0 1 3 0V15c0 4-2 7-6 7-5 0-6-3-9-8 1.500-1.500 2.500-.5 3 0",
        "hand.raised.fill":
            "!M6 13V7a1.500 1.500 0 0 1 3 0v4V4.500a1.500 1.500 0 0 1 3 0V11 5a1.500 1.500 0 0 1 3 0v6-3.500a1.500 1.500 0 0 1 3 0V15c0 4-2 7-6 7-5 0-6-3-9-8 1.500-1.500 2.500-.5 3 0Z",
        "hand.thumbsup": "M3 11h4v10H3ZM7 12l4-9c2 0 3 1 2 6h7l-2 11H7",
        "hand.thumbsdown": "M3 3h4v10H3ZM7 12l4 9c2 0 3-1 2-6h7L18 4H7",
        "hand.tap":
            "M9 12V5a1.500 1.500 0 0 1 3 0v6l6 1.500V17c0 3-2 5-5 5s-5-2-8-7c1.500-1 3 0 4 1.500M6 8a5 5 0 1 1 9 0",
        "map": "M3 5l6-2 6 2 6-2v16l-6 2-6-2-6 2ZM9 3v16M15 5v16", "location": "M21 3 3 11l8 2 2 8Z",
        "house": "M3 11 12 3l9 8M6 9v12h12V9",
        "building.2": "M4 21V4h9v17M13 10h7v11M2 21h20M7 8h3M7 12h3M7 16h3M16 14h1M16 17h1",
        "book": "M12 6C9 4 6 4 3 5v14c3-1 6-1 9 1 3-2 6-2 9-1V5c-3-1-6-1-9 1ZM12 6v14",
        "books.vertical": "M4 3h4v18H4ZM8 3h4v18H8ZM14 4l4-1 3 17-4 1Z",
        "newspaper": "M3 4h15v16H3ZM18 8h3v12h-3M6 8h9M6 12h9M6 16h5", "chart.bar": "M4 20V11M10 20V4M16 20v-6M21 20H2",
        "chart.bar.fill": "!M3 11h4v9H3Z|!M10 4h4v16h-4Z|!M17 14h4v6h-4Z", "chart.pie": "C|M12 12V3M12 12l7 5",
        "creditcard": "M2 5h20v14H2ZM2 10h20",
        "dollarsign.circle": "C|M15 9c-1-2-6-2-6 .5S15 12 15 14.500 10 17 9 15M12 6v12",
        "dollarsign": "M17 7c-2-3-10-3-10 1s10 4 10 8-8 4-10 1M12 2v20",
        "percent": "M5 19 19 5M7 5a2 2 0 1 1 0 4 2 2 0 0 1 0-4ZM17 15a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z",
        "function": "M8 20c4 0 4-16 9-16M7 10h8", "sum": "M18 4H6l7 8-7 8h12", "rectangle": "M3 5h18v14H3Z",
        "rectangle.fill": "!M3 5h18v14H3Z", "rectangle.split.2x1": "M3 5h18v14H3ZM12 5v14",
        "rectangle.expand.vertical": "M4 10h16v4H4ZM12 7V2M9 5l3-3 3 3M12 17v5M9 19l3 3 3-3",
        "rectangle.compress.vertical": "M4 10h16v4H4ZM12 2v5M9 4l3 3 3-3M12 22v-5M9 20l3-3 3 3",
        "sidebar.left": "M3 4h18v16H3ZM9 4v16", "square.grid.2x2": "M4 4h6v6H4ZM14 4h6v6h-6ZM4 14h6v6H4ZM14 14h6v6h-6Z",
        "square.split.2x1": "M3 3h18v18H3ZM12 3v18", "square.on.square": "M9 9h12v12H9ZM15 9V3H3v12h6",
        "crop": "M6 1v17h17M1 6h17v17", "table": "M3 4h18v16H3ZM3 9h18M3 14h18M9 4v16",
        "tablecells": "M3 4h18v16H3ZM3 9h18M3 14h18M9 4v16",
        "puzzlepiece.extension": "M4 8h5c-2-5 6-5 4 0h5v5c5-2 5 6 0 4v4H4Z",
        "puzzlepiece": "M4 8h5c-2-5 6-5 4 0h5v5c5-2 5 6 0 4v4H4Z",
        "gamecontroller":
            "M7 7h10c4 0 6 10 3 11-2 0-3-3-5-3H9c-2 0-3 3-5 3C1 17 3 7 7 7ZM7 10v4M5 12h4M16 11h.1M18 13h.1",
        "lifepreserver": "C|M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM6 6l3 3M18 6l-3 3M6 18l3-3M18 18l-3-3",
        "bandage": "M5 13 13 5l6 6-8 8ZM10 12h.1M12 14h.1M12 10h.1",
        "cross.case": "M3 7h18v13H3ZM9 7V4h6v3M12 10v7M8.500 13.500h7",
        "theatermasks": "M3 4h10v6c0 6-10 6-10 0ZM11 13v2c0 7 10 7 10 0V8h-6",
        "moonphase.first.quarter": "C|!M12 3a9 9 0 0 1 0 18Z",
        "arrow.up.arrow.down": "M7 20V4M3 8l4-4 4 4|M17 4v16M13 16l4 4 4-4",
        "arrow.up.and.down": "M12 3v18M7 8l5-5 5 5M7 16l5 5 5-5",
        "arrow.left.and.right": "M3 12h18M8 7l-5 5 5 5M16 7l5 5-5 5", "plusminus": "M12 3v10M7 8h10M6 19h12",
        "plus.forwardslash.minus": "M6 4v6M3 7h6M15 17h6M19 4 5 20", "plus.square": "Q|M12 8v8M8 12h8",
        "minus.square": "Q|M8 12h8", "plus.bubble": "M3 4h18v13h-9l-5 4v-4H3ZM12 7v7M8.500 10.500h7",
        "slash.circle": "C|M5.500 18.500l13-13", "nosign": "C|M5.500 5.500l13 13",
        "archivebox": "M3 4h18v4H3ZM5 8h14v13H5ZM10 12h4",
        "tray.full": "M3 13l3-9h12l3 9v7H3ZM3 13h6l1 2h4l1-2h6M8 8h8",
    ]

    /// Whether there is a drawing under a name.
    package static func exists(_ name: String) -> Bool { drawings[name] != nil }

    /// The names that can be drawn.
    package static var names: [String] { drawings.keys.sorted() }

    /// The drawing as SVG; a dashed square where there is none, so that a missing one is seen.
    package static func svg(_ name: String) -> String {
        let drawing = drawings[name] ?? "X"
        var out = "<svg viewBox=\"0 0 24 24\" aria-hidden=\"true\">"
        for part in drawing.split(separator: "|") {
            switch part {
            case "C": out += "<circle cx=\"12\" cy=\"12\" r=\"9.500\"/>"
            case "F": out += "<circle class=\"f\" cx=\"12\" cy=\"12\" r=\"10\"/>"
            case "Q": out += "<rect x=\"3\" y=\"3\" width=\"18\" height=\"18\" rx=\"3\"/>"
            case "S": out += "<rect class=\"f\" x=\"2.500\" y=\"2.500\" width=\"19\" height=\"19\" rx=\"3.500\"/>"
            case "D": out += "<circle cx=\"12\" cy=\"12\" r=\"9.500\" stroke-dasharray=\"2 3\"/>"
            case "X": out += "<rect x=\"3\" y=\"3\" width=\"18\" height=\"18\" stroke-dasharray=\"2 2\"/>"
            case "G":
                out += "<circle cx=\"12\" cy=\"12\" r=\"3.200\"/><circle cx=\"12\" cy=\"12\" r=\"7.500\"/>"
                out += "<circle cx=\"12\" cy=\"12\" r=\"9.500\" stroke-dasharray=\"3 4.460\" stroke-width=\"3\"/>"
            default:
                if part.first == "!" {
                    out += "<path class=\"f\" d=\"\(part.dropFirst())\"/>"
                } else if part.first == "?" {
                    out += "<path class=\"k\" d=\"\(part.dropFirst())\"/>"
                } else {
                    out += "<path d=\"\(part)\"/>"
                }
            }
        }
        return out + "</svg>"
    }
}
