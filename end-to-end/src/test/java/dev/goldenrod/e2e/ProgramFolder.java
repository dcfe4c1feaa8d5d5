package dev.goldenrod.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** A folder for the path of a shell, with {@code goldenrod} in it. */
final class ProgramFolder {
  private ProgramFolder() {}

  /** Puts the program there, as the one jar that has all words. */
  static void fill(Path folder) throws IOException {
    Path program = folder.resolve("goldenrod");
    String jar = System.getProperty("goldenrod.jar");
    Files.writeString(program, "#!/bin/sh\nexec java -jar '%s' \"$@\"\n".formatted(jar));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
