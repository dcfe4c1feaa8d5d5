package dev.goldenrod.junit;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** PostgreSQL's client programs on this machine. */
final class PostgresPrograms {
  private static final int NEWEST = 30;
  private static final int OLDEST = 12;

  private PostgresPrograms() {}

  /** Returns the program on the PATH, or the newest one in the usual package locations. */
  static String path(String program) {
    return folders().stream()
        .map(folder -> folder.resolve(program))
        .filter(Files::isExecutable)
        .findFirst()
        .map(Path::toString)
        .orElseThrow(
            () ->
                new GoldenrodException(
                    "a golden from a dump needs PostgreSQL's program %s, which is neither on the PATH nor in PostgreSQL's usual folders"
                        .formatted(program)));
  }

  private static List<Path> folders() {
    List<Path> folders = new ArrayList<>();
    for (String folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
      folders.add(Path.of(folder));
    }
    for (int version = NEWEST; version >= OLDEST; version--) {
      folders.add(Path.of("/usr/lib/postgresql/%d/bin".formatted(version)));
      folders.add(Path.of("/usr/pgsql-%d/bin".formatted(version)));
    }
    return folders;
  }
}
