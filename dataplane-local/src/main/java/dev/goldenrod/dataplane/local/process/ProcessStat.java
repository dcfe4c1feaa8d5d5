package dev.goldenrod.dataplane.local.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The {@code stat} file of a process or thread in {@code /proc}.
 *
 * @param state a letter, such as T if suspended and Z for a zombie
 */
record ProcessStat(char state, boolean hasTerminal) {
  private static final Path PROC = Path.of("/proc");
  private static final int STATE = 0;
  private static final int TERMINAL = 4;

  /** Returns empty if the process has ended or its file cannot be read. */
  static Optional<ProcessStat> of(long pid) {
    return in(PROC.resolve(Long.toString(pid)));
  }

  /** Reads the file in the directory of a process or thread; empty as in {@link #of}. */
  static Optional<ProcessStat> in(Path directory) {
    try {
      // The name in the file may be any bytes, which need not be valid UTF-8.
      return Optional.of(
          parse(Files.readString(directory.resolve("stat"), StandardCharsets.ISO_8859_1)));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Skips the name, which is in parentheses and may contain spaces and parentheses. */
  static ProcessStat parse(String text) {
    String[] afterName = text.substring(text.lastIndexOf(')') + 2).split(" ");
    return new ProcessStat(afterName[STATE].charAt(0), !afterName[TERMINAL].equals("0"));
  }

  boolean isZombie() {
    return state == 'Z';
  }
}
