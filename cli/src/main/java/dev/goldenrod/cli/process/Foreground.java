package dev.goldenrod.cli.process;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Detects whether Ctrl-C on the terminal reaches this process and its children. */
final class Foreground {
  /** Indexes in {@code /proc/self/stat} after the process name, which may contain spaces. */
  private static final int GROUP = 2;

  private static final int FOREGROUND_GROUP = 5;

  private Foreground() {}

  static boolean isOurs() {
    try {
      String stat = Files.readString(Path.of("/proc/self/stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      return fields[GROUP].equals(fields[FOREGROUND_GROUP]);
    } catch (IOException noProc) {
      return hasTerminal();
    }
  }

  private static boolean hasTerminal() {
    try {
      new FileInputStream("/dev/tty").close();
      return true;
    } catch (IOException none) {
      return false;
    }
  }
}
