package dev.goldenrod.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** A folder for {@code PATH} that contains {@code goldenrod}. */
final class ProgramFolder {
  private ProgramFolder() {}

  static void fill(Path folder) throws IOException {
    Path program = folder.resolve("goldenrod");
    String jar = System.getProperty("goldenrod.jar");
    Files.writeString(program, "#!/bin/sh\nexec java -jar '%s' \"$@\"\n".formatted(jar));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
