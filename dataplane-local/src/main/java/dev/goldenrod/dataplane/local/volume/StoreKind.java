package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The kinds of volume stores, best first. */
enum StoreKind {
  BTRFS("btrfs", context -> new DirectoryVolumes(context, new BtrfsSnapshots())),
  REFLINK("reflink", context -> new DirectoryVolumes(context, new Reflinks())),
  XFS_IMAGE("xfs-image", XfsImageVolumes::open),
  OVERLAY("overlay", OverlayVolumes::new),
  COPY("copy", context -> new DirectoryVolumes(context, new PlainCopies()));

  private final String label;
  private final Opener opener;

  StoreKind(String label, Opener opener) {
    this.label = label;
    this.opener = opener;
  }

  static StoreKind named(String label) {
    return Arrays.stream(values())
        .filter(kind -> kind.label.equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new DataPlaneException(
                    "'%s' is no kind of volumes; there are %s"
                        .formatted(
                            label,
                            Arrays.stream(values())
                                .map(StoreKind::label)
                                .collect(Collectors.joining(", ")))));
  }

  /** The kind as options and records name it. */
  String label() {
    return label;
  }

  /**
   * Opens the store.
   *
   * @throws DataPlaneException when it is not possible there
   */
  VolumeStore open(VolumeContext context) throws IOException {
    return opener.open(context);
  }

  /**
   * Whether the data directory holds volumes of this kind, or may hold them once its image is
   * mounted.
   */
  boolean hasVolumes(VolumeContext context) throws IOException {
    if (this == XFS_IMAGE) {
      return Files.exists(XfsImageVolumes.image(context));
    }
    try (Stream<Path> files = Files.list(context.volumes())) {
      return files.anyMatch(file -> !file.getFileName().toString().startsWith("."));
    }
  }

  private interface Opener {
    VolumeStore open(VolumeContext context) throws IOException;
  }
}
