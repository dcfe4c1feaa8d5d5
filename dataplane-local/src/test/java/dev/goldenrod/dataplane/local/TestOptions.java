package dev.goldenrod.dataplane.local;

import dev.goldenrod.dataplane.local.process.RunAs;
import java.nio.file.Path;

/** How the local data planes of tests work. */
final class TestOptions {
  /** The kind of volumes; the best that works when it is not set. */
  static final String VOLUMES = "goldenrod.volumes";

  private TestOptions() {}

  static LocalOptions of(Path dataDir) {
    return builder(dataDir).build();
  }

  static LocalOptions.Builder builder(Path dataDir) {
    return LocalOptions.builder(dataDir).volumes(System.getProperty(VOLUMES));
  }

  /** Root enforces all limits where the system has the means. */
  static String messageWhenReady() {
    return RunAs.detect().isOtherUser() ? "" : "((memory|cpu) .*(is|are) not enforced: .*)?";
  }
}
