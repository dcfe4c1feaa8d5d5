package dev.goldenrod.dataplane.local.archive;

import dev.goldenrod.dataplane.archive.Platform;
import dev.goldenrod.dataplane.local.process.Tool;

/** The platform of this machine, which determines the data files that servers can read. */
final class LocalPlatform {
  static final Platform HERE =
      new Platform(System.getProperty("os.name"), System.getProperty("os.arch"), libc());

  private LocalPlatform() {}

  private static String libc() {
    Tool.Result told = Tool.tryRun("getconf", "GNU_LIBC_VERSION");
    return told.succeeded() ? told.output() : "";
  }
}
