package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Limits what layers of overlays may hold, by project quotas of the file system. What is a layer's
 * own belongs to a project of the layer's; a file that was copied up from below counts whole, also
 * where it still shares its blocks. Takes perl and Linux 5.14.
 */
final class ProjectQuotas {
  private static final String SCRIPT = Script.named("quota.pl");
  private static final String MARK = "project";
  private static final String OPTION = "prjquota";
  private static final int KIB_PER_MIB = 1024;

  /** Apart from numbers that people give to projects. */
  private static final long FIRST = 1L << 31;

  private final OverlayLayers layers;
  private final Path folder;
  private final String missing;

  /**
   * The quotas of the file system that has the folder of the layers.
   *
   * @param allowed whether the server may set any
   */
  ProjectQuotas(OverlayLayers layers, Path folder, boolean allowed) {
    this.layers = layers;
    this.folder = folder;
    this.missing = allowed ? reasonAgainst(Mounts.holding(folder)) : "that takes root on Linux";
  }

  /** Why nothing can be limited; empty when it can. */
  Optional<String> missing() {
    return missing.isEmpty() ? Optional.empty() : Optional.of(missing);
  }

  /** Why the layer is not limited; empty when it is. */
  Optional<String> missing(String layer) {
    if (missing().isEmpty() && !Files.exists(mark(layers.privateFolder(layer)))) {
      return Optional.of("its volume is older than the project quotas of the volumes");
    }
    return missing();
  }

  /**
   * Limits the layer, which has no files yet and is not mounted.
   *
   * @param mib how much it may hold, in MiB; 0 for no limit
   * @throws DataPlaneException when the file system refuses
   */
  void limit(String layer, int mib) throws IOException {
    if (mib == 0 || missing().isPresent()) {
      return;
    }
    Path own = layers.privateFolder(layer);
    String project = Long.toString(number(layer));
    Files.writeString(mark(own), project);
    // Files come up by way of the work folder, and do not pass from one project to another.
    Path data = layers.content(layer).resolve(VolumeStore.DATA);
    set(project, mib, data.toString(), own.resolve("work").toString());
  }

  /** Limits the layer anew, if it is limited at all; it may be in use. */
  void limitAnew(String layer, int mib) throws IOException {
    if (missing(layer).isEmpty()) {
      set(Files.readString(mark(layers.privateFolder(layer))), mib);
    }
  }

  /** The project of a layer, wherever that is by now; empty when it has none. */
  static Optional<String> projectOf(Path layer) throws IOException {
    Path mark = mark(layer.resolve("private"));
    return Files.exists(mark) ? Optional.of(Files.readString(mark)) : Optional.empty();
  }

  /** Takes the limit of a project away that has no files any more. */
  void forget(String project) {
    if (missing().isEmpty()) {
      set(project, 0);
    }
  }

  private void set(String project, int mib, String... given) {
    List<String> command = new ArrayList<>(List.of("perl", "-w", "-e", SCRIPT));
    command.addAll(List.of(folder.toString(), project, Long.toString((long) mib * KIB_PER_MIB)));
    command.addAll(List.of(given));
    Tool.Result result = Tool.tryRun(command);
    if (!result.succeeded()) {
      throw new DataPlaneException(
          "cannot limit project %s to %d MiB: %s".formatted(project, mib, result.output()));
    }
  }

  private static String reasonAgainst(Mounts.Mounted mount) {
    return mount.options().contains(OPTION)
        ? ""
        : "the volumes are on %s, which has no project quotas here".formatted(mount.type());
  }

  private static Path mark(Path privateFolder) {
    return privateFolder.resolve(MARK);
  }

  /** A layer's name begins with 32 random bits. */
  private static long number(String layer) {
    return FIRST | Long.parseLong(layer.substring(0, 8), 16);
  }
}
