package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.process.RunAs;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Remembers which kinds of volumes work for a user on a file system, so that a process with several
 * data directories tests each kind once. Failures are not remembered.
 */
final class VolumeTrialCache {
  private static final Set<Trial> WORKING = ConcurrentHashMap.newKeySet();

  private VolumeTrialCache() {}

  private record Trial(String what, String user, String fileSystem) {}

  interface Attempt {
    void run() throws IOException;
  }

  static void tryOnce(String what, VolumeContext context, Attempt attempt) throws IOException {
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
