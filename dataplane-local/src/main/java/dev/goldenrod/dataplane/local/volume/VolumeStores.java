package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.LocalRoot;
import dev.goldenrod.dataplane.local.process.RunAs;
import org.jspecify.annotations.Nullable;

/** Opens the volume store that suits the file system. */
public final class VolumeStores {
  private VolumeStores() {}

  /**
   * Opens the store in the root, the same kind as at the first start. At the first start, finds out
   * by trying what the file system can do, best first: btrfs snapshots, reflinks, an XFS image,
   * overlayfs, plain copies.
   *
   * @param forced the kind to use: {@code btrfs}, {@code reflink}, {@code xfs-image}, {@code
   *     overlay} or {@code copy}; null for the best
   * @throws dev.goldenrod.port.DataPlaneException when that kind is not possible here, or another
   *     one holds volumes
   */
  public static VolumeStore open(LocalRoot root, RunAs runAs, @Nullable String forced) {
    throw new UnsupportedOperationException("not yet");
  }
}
