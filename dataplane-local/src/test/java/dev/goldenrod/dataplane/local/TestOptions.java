package dev.goldenrod.dataplane.local;

import dev.goldenrod.dataplane.local.process.RunAs;
import java.nio.file.Path;

/** Options of the tests' local data planes. */
final class TestOptions {
  /** The property with the kind of volumes; if not set, the best one that works is used. */
  static final String VOLUMES = "goldenrod.volumes";

  private TestOptions() {}

  static LocalOptions of(Path dataDir) {
    return builder(dataDir).build();
  }

  static LocalOptions.Builder builder(Path dataDir) {
    return LocalOptions.builder(dataDir).volumes(System.getProperty(VOLUMES));
  }

  /** A server that is root enforces all limits if the system supports them. */
  static String messageWhenReady() {
    return RunAs.detect().isOtherUser() ? "" : "((memory|cpu) .*(is|are) not enforced: .*)?";
  }
}
