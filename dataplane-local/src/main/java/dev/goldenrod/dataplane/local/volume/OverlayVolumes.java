package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.process.FileTrees;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;

/**
 * Volumes of overlayfs layers: a clone is an empty layer mounted on top of its golden's.
 *
 * <p>A volume that is no clone has one layer, which is used without a mount. A file that an engine
 * opens for writing is copied into the clone's layer first, whole.
 */
final class OverlayVolumes extends DirectoryBackedVolumes {
  private final OverlayLayers layers;

  /** Held while layers are listed by an entry or found to be unlisted. */
  private final Object listing = new Object();

  OverlayVolumes(VolumeContext context) throws IOException {
    super(context);
    if (!context.canMount()) {
      throw new DataPlaneException("mounting overlays takes root on Linux");
    }
    layers = new OverlayLayers(context, folder.resolve(".layers"));
    probe();
    sweep();
    deleteUnlistedLayers();
  }

  @Override
  public String description() {
    return "overlayfs on %s at %s (a clone copies each file whole when it first opens it)"
        .formatted(Mounts.fileSystem(folder), folder);
  }

  @Override
  public void purge() {
    Mounts.unmountAll(folder);
    super.purge();
  }

  @Override
  void createEntry(Path entry) throws IOException {
    synchronized (listing) {
      layers.addTo(entry, List.of());
    }
  }

  @Override
  void cloneEntry(Path golden, Path entry) throws IOException {
    synchronized (listing) {
      List<String> lower = layers.of(golden);
      if (lower.isEmpty()) {
        throw new DataPlaneException(golden + " was removed meanwhile");
      }
      layers.addTo(entry, lower);
    }
    Files.createDirectory(mountPoint(entry));
  }

  @Override
  Path content(Path entry) throws IOException {
    return layers.data(layers.of(entry).get(0));
  }

  @Override
  Path attach(Path entry) throws IOException {
    List<String> all = layers.of(entry);
    if (all.size() == 1) {
      return content(entry);
    }
    if (!Mounts.isMountPoint(mountPoint(entry))) {
      layers.mount(all, isFrozen(entry), mountPoint(entry));
    }
    return mountPoint(entry);
  }

  @Override
  void detach(Path entry) {
    if (Files.exists(mountPoint(entry)) && Mounts.isMountPoint(mountPoint(entry))) {
      Mounts.unmount(mountPoint(entry));
    }
  }

  @Override
  void deleteEntry(Path entry) throws IOException {
    FileTrees.delete(entry);
    deleteUnlistedLayers();
  }

  private void deleteUnlistedLayers() throws IOException {
    synchronized (listing) {
      layers.deleteUnlisted(entries(name -> !name.equals(".layers")));
    }
  }

  private void probe() throws IOException {
    Path lower = folder.resolve(".new-probe-" + UUID.randomUUID());
    Path upper = folder.resolve(".new-probe-" + UUID.randomUUID());
    try {
      createEntry(lower);
      Path file = Files.createFile(content(lower).resolve("file"));
      cloneEntry(lower, upper);
      Files.writeString(attach(upper).resolve(file.getFileName()), "changed");
      if (Files.size(file) != 0) {
        throw new DataPlaneException("a write in an overlay came through to the layer below");
      }
    } finally {
      detach(upper);
      FileTrees.delete(upper);
      FileTrees.delete(lower);
    }
  }

  private static Path mountPoint(Path entry) {
    return entry.resolve("data");
  }
}
