package dev.goldenrod.dataplane.local.engine;

import dev.goldenrod.dataplane.local.file.LocalRoot;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.server.Templates;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The bundled PostgreSQL, unpacked once for all tests that do not test the unpacking. */
public final class UnpackedBundle {
  private static final Templates TEMPLATES = new Templates();

  private UnpackedBundle() {}

  /** Copies it to where a data directory would unpack it. */
  public static void copyInto(LocalRoot root, RunAs runAs) {
    TEMPLATES.copy("bundled", folder -> unpack(folder, runAs), root.engines());
  }

  private static void unpack(Path folder, RunAs runAs) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    new BundledPostgres(folder, new InstallationFinder(runAs)).unpacked().orElseThrow();
  }
}
