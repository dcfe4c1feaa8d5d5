package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.process.RunAs;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Remembers which kinds of volumes work for a user on a file system, so that a process with several
 * data directories tries each kind once. A kind that failed is tried again for the next directory.
 */
final class TriedVolumes {
  private static final Set<Trial> WORKING = ConcurrentHashMap.newKeySet();

  private TriedVolumes() {}

  /**
   * A trial.
   *
   * @param what is tried
   * @param user for whom
   * @param fileSystem where it is mounted; all XFS images of Goldenrod's own are alike
   */
  private record Trial(String what, String user, String fileSystem) {}

  /** Something that fails where it does not work. */
  interface Attempt {
    void run() throws IOException;
  }

  /** Tries it, unless it is known to work for that user on the context's file system. */
  static void once(String what, VolumeContext context, Attempt attempt) throws IOException {
    RunAs user = context.runAs();
    Trial trial = new Trial(what, user.userName(), fileSystem(context));
    if (!WORKING.contains(trial)) {
      attempt.run();
      WORKING.add(trial);
    }
  }

  private static String fileSystem(VolumeContext context) throws IOException {
    return Files.exists(XfsImage.path(context))
        ? "an XFS image"
        : Files.getFileStore(context.root().volumes()).toString();
  }
}
