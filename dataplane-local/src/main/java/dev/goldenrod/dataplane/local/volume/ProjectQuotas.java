package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.process.SystemCalls;
import dev.goldenrod.dataplane.local.process.SystemCalls.RefusedException;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Limits the size of overlay layers by file system project quotas. Each layer is a project; a file
 * copied up from a lower layer counts in full, even while it shares blocks. Requires Linux 5.14 and
 * {@link SystemCalls}.
 */
final class ProjectQuotas {
  private static final String MARK = "project";
  private static final String OPTION = "prjquota";
  private static final int KIB_PER_MIB = 1024;

  /** Above the project ids that administrators commonly assign. */
  private static final long FIRST = 1L << 31;

  private final OverlayLayers layers;
  private final Path folder;
  private final String missing;

  ProjectQuotas(OverlayLayers layers, Path folder, boolean allowed) {
    this.layers = layers;
    this.folder = folder;
    this.missing =
        allowed && SystemCalls.areAvailable()
            ? reasonAgainst(Mounts.fileSystemOf(folder))
            : "project quotas require root on Linux and JNA's native code";
  }

  /** Returns why no layer can be limited, or empty if layers can be. */
  Optional<String> missing() {
    return missing.isEmpty() ? Optional.empty() : Optional.of(missing);
  }

  /** Returns why the layer is not limited, or empty if it is. */
  Optional<String> missing(String layer) {
    if (missing().isEmpty() && !Files.exists(mark(layers.privateFolder(layer)))) {
      return Optional.of("the volume was created before project quotas were available");
    }
    return missing();
  }

  /** Limits a new layer, which has no files yet and is not mounted; 0 is no limit. */
  void limit(String layer, int mib) throws IOException {
    if (mib == 0 || missing().isPresent()) {
      return;
    }
    Path own = layers.privateFolder(layer);
    String project = Long.toString(number(layer));
    Files.writeString(mark(own), project);
    // Sets the limit on both folders, since files are copied up via the work folder and cannot
    // change projects.
    Path data = layers.content(layer).resolve(VolumeStore.DATA);
    set(project, mib, List.of(data, own.resolve("work")));
  }

  void limitAnew(String layer, int mib) throws IOException {
    if (missing(layer).isEmpty()) {
      set(Files.readString(mark(layers.privateFolder(layer))), mib, List.of());
    }
  }

  /** Returns the project of the layer at its current path, or empty if it has none. */
  static Optional<String> projectOf(Path layer) throws IOException {
    Path mark = mark(layer.resolve("private"));
    return Files.exists(mark) ? Optional.of(Files.readString(mark)) : Optional.empty();
  }

  void forget(String project) {
    if (missing().isEmpty()) {
      set(project, 0, List.of());
    }
  }

  private void set(String project, int mib, List<Path> members) {
    int number = Integer.parseUnsignedInt(project);
    try {
      members.forEach(member -> SystemCalls.assignProject(member, number));
      SystemCalls.limitProject(folder, number, (long) mib * KIB_PER_MIB);
    } catch (RefusedException e) {
      throw new DataPlaneException(
          "cannot limit project %s to %d MiB: %s".formatted(project, mib, e.getMessage()), e);
    }
  }

  private static String reasonAgainst(Mounts.MountedFileSystem mount) {
    return mount.options().contains(OPTION)
        ? ""
        : "the volumes are on %s, which does not support project quotas here"
            .formatted(mount.type());
  }

  private static Path mark(Path privateFolder) {
    return privateFolder.resolve(MARK);
  }

  /** Uses the 32 random bits at the beginning of a layer's name. */
  private static long number(String layer) {
    return FIRST | Long.parseLong(layer.substring(0, 8), 16);
  }
}
