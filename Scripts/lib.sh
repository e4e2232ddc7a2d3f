# Shared by the scripts here; sourced, not run. Finds the Swift toolchain and speaks plainly when there is none.

say() { printf '%s\n' "$*"; }
fail() { printf 'error: %s\n' "$*" >&2; exit 1; }

# Prints the path of a swift of at least 6.2, or nothing. SWIFT in the environment wins.
find_swift() {
    local candidate version
    for candidate in "${SWIFT:-}" "$(command -v swift || true)" "$HOME/.local/share/swiftly/bin/swift" \
        "$HOME/.swiftly/bin/swift" /opt/swift/usr/bin/swift /usr/share/swift/usr/bin/swift /usr/libexec/swift/*/bin/swift; do
        [ -n "$candidate" ] && [ -x "$candidate" ] || continue
        version=$("$candidate" --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' | head -1)
        case "$version" in
            6.[2-9]* | 6.[1-9][0-9]* | [7-9].* | [1-9][0-9].*) printf '%s\n' "$candidate"; return 0 ;;
        esac
    done
    return 0
}

# Says of a toolchain that is there but does not start why it does not; prints nothing when there is none.
broken_swift() {
    local candidate
    for candidate in "${SWIFT:-}" "$(command -v swift || true)" /opt/swift/usr/bin/swift; do
        [ -n "$candidate" ] && [ -x "$candidate" ] || continue
        "$candidate" --version >/dev/null 2>&1 || printf '%s does not start: %s\n' "$candidate" \
            "$("$candidate" --version 2>&1 | head -n 1)"
        return 0
    done
}

# Puts the toolchain that find_swift found first in PATH, or ends with how to get one.
require_swift() {
    local swift
    swift=$(find_swift)
    if [ -z "$swift" ]; then
        broken_swift >&2
        fail "no Swift 6.2 or newer found.
  Linux: curl -O https://download.swift.org/swiftly/linux/swiftly-\$(uname -m).tar.gz && tar zxf swiftly-*.tar.gz && ./swiftly init
  macOS: install Xcode 26 or newer, or the toolchain from https://www.swift.org/install/macos/
  A toolchain elsewhere: SWIFT=/path/to/usr/bin/swift make …"
    fi
    PATH="$(dirname "$swift"):$PATH"
    export PATH
}
