package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The kinds of volume stores, in the order of preference. */
enum StoreKind {
  BTRFS("btrfs", context -> new DirectoryVolumes(context, new BtrfsSnapshots())),
  ROOTLESS_OVERLAY("rootless-overlay", OverlayVolumes::rootless),
  REFLINK("reflink", StoreKind::onReflinks),
  XFS_IMAGE("xfs-image", context -> onReflinks(XfsImage.mount(context))),
  OVERLAY("overlay", OverlayVolumes::mountedByRoot),
  COPY("copy", context -> new DirectoryVolumes(context, new PlainCopies()));

  private static final Logger LOG = LoggerFactory.getLogger(StoreKind.class);

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
                    "'%s' is not a kind of volumes; use one of %s"
                        .formatted(label, String.join(", ", labels()))));
  }

  static List<String> labels() {
    return Arrays.stream(values()).map(StoreKind::label).toList();
  }

  String label() {
    return label;
  }

  VolumeStore open(VolumeContext context) throws IOException {
    return opener.open(context);
  }

  /**
   * Returns whether volumes of this kind exist, or may exist in an image that is not mounted yet.
   */
  boolean hasVolumes(VolumeContext context) throws IOException {
    return this == XFS_IMAGE
        ? Files.exists(XfsImage.path(context))
        : !entries(context.volumes()).isEmpty();
  }

  /** Uses overlays, whose clone time is constant, unless plain directories exist already. */
  private static VolumeStore onReflinks(VolumeContext context) throws IOException {
    Reflinks reflinks = new Reflinks();
    reflinks.probe(context.volumes());
    List<Path> entries = entries(context.volumes());
    if (entries.stream().anyMatch(LayerList::isIn)) {
      return OverlayVolumes.mountedByRoot(context);
    }
    try {
      if (entries.isEmpty()) {
        return OverlayVolumes.mountedByRoot(context);
      }
    } catch (DataPlaneException e) {
      LOG.debug("{}", e.getMessage());
    }
    return new DirectoryVolumes(context, reflinks);
  }

  private static List<Path> entries(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> isVolume(file.getFileName().toString())).toList();
    }
  }

  private static boolean isVolume(String name) {
    return !name.startsWith(".") && !VolumeProbe.isOne(name);
  }

  private interface Opener {
    VolumeStore open(VolumeContext context) throws IOException;
  }
}
