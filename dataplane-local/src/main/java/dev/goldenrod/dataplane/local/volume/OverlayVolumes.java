package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.file.DurableFile;
import dev.goldenrod.dataplane.local.file.FileTrees;
import dev.goldenrod.dataplane.local.file.OwnerOnly;
import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Volumes of overlayfs layers. A clone is an empty layer mounted on top of its golden's, so
 * creating one takes the same time for any size of the golden.
 *
 * <p>A volume that is not a clone has one layer and needs no mount. Opening a file for writing
 * first copies it into the clone's layer, by a reflink if the file system supports it, or else byte
 * by byte.
 */
final class OverlayVolumes extends DirectoryBackedVolumes {
  /**
   * Limited, since each branch of a branch adds a layer and mount options have a maximum length.
   */
  private static final int MOST_LAYERS = 40;

  private final OverlayLayers layers;
  private final OverlayMounts mounts;
  private final StartupFiles startupFiles;
  private final CopiedUpFiles copiedUp;
  private final ProjectQuotas quotas;
  private final UnlistedLayers unlisted;

  /** Held while an entry lists layers, while unlisted layers are collected, and during renames. */
  private final Object listing = new Object();

  private OverlayVolumes(VolumeContext context, Function<Path, OverlayMounts> mounts)
      throws IOException {
    super(context);
    Path layersFolder = folder.resolve(".layers");
    this.layers = new OverlayLayers(context, layersFolder);
    this.mounts = mounts.apply(layersFolder);
    this.startupFiles = new StartupFiles(layers);
    this.copiedUp = new CopiedUpFiles(layers);
    this.quotas = new ProjectQuotas(layers, layersFolder, context.canMount());
    this.unlisted = new UnlistedLayers(layers, entries, quotas, listing);
    VolumeProbe.tryOnce(this.mounts.getClass().getName(), context, this::probe);
    deleteRemains();
    sweep();
    guard.tryTo(
        "delete layers that belong to no volume",
        () -> {
          unlisted.delete();
          return folder;
        });
  }

  static OverlayVolumes mountedByRoot(VolumeContext context) throws IOException {
    if (!context.canMount()) {
      throw new DataPlaneException("mounting overlays requires root on Linux");
    }
    return new OverlayVolumes(context, IdMappedOverlays::new);
  }

  static OverlayVolumes rootless(VolumeContext context) throws IOException {
    if (context.runAs().isOtherUser() || !Files.exists(Path.of("/proc/self/ns/user"))) {
      throw new DataPlaneException("overlays without root require an ordinary user on Linux");
    }
    int uid = (int) Files.getAttribute(context.volumes(), "unix:uid");
    int gid = (int) Files.getAttribute(context.volumes(), "unix:gid");
    return new OverlayVolumes(context, folder -> new RootlessOverlays(folder, uid, gid));
  }

  @Override
  public String description() {
    return mounts.description() + " on " + context.description();
  }

  @Override
  List<String> command(Path entry, List<String> files, List<String> command) throws IOException {
    List<String> all = layers.of(entry);
    return all.size() > 1 ? mounts.command(all, files, command) : command;
  }

  @Override
  Path writable(Path entry, String file) throws IOException {
    return mounts.areShownToAll()
        ? super.writable(entry, file)
        : copiedUp.path(layers.of(entry), file);
  }

  @Override
  List<Path> visibleDirectories(Path entry) throws IOException {
    return mounts.areShownToAll()
        ? super.visibleDirectories(entry)
        : layers.of(entry).stream().map(id -> layers.content(id).resolve(DATA)).toList();
  }

  @Override
  void createEntry(Path entry) throws IOException {
    synchronized (listing) {
      layers.addTo(entry, List.of());
    }
  }

  @Override
  void cloneEntry(Path golden, Path entry, int mib) throws IOException {
    synchronized (listing) {
      List<String> lower = layers.of(golden);
      if (lower.isEmpty()) {
        throw new DataPlaneException(golden + " was removed concurrently");
      }
      layers.addTo(entry, lower);
    }
    copyServersFiles(content(golden), content(entry));
    Files.createDirectory(data(entry), OwnerOnly.FOLDER);
    quotas.limit(layers.of(entry).get(0), mib);
    if (mounts.wantsStartupFiles()) {
      startupFiles.copyInto(layers.of(entry));
    }
  }

  /** Merges the lower layers into one if there are too many. */
  @Override
  void copyEntry(Path volume, Path entry, Consumer<Runnable> standstill) throws IOException {
    List<String> all;
    boolean merged;
    synchronized (listing) {
      all = layers.of(volume);
      if (all.isEmpty()) {
        throw new DataPlaneException(volume + " was removed concurrently");
      }
      merged = all.size() > MOST_LAYERS;
      layers.addTo(entry, merged ? List.of(layers.add()) : all.subList(1, all.size()));
    }
    List<String> copies = layers.of(entry);
    if (merged) {
      Files.createDirectory(layers.content(copies.get(1)).resolve(DATA), OwnerOnly.FOLDER);
      mounts.merge(all.subList(1, all.size()), copies.get(1));
    }
    mounts.copyLayer(all.get(0), copies.get(0), standstill);
  }

  @Override
  Path recordFirstReady(Path entry) throws IOException {
    if (mounts.wantsStartupFiles() && layers.of(entry).size() > 1) {
      startupFiles.learn(layers.of(entry));
    }
    return entry;
  }

  @Override
  Path limit(Path entry, int mib) throws IOException {
    quotas.limitAnew(layers.of(entry).get(0), mib);
    return entry;
  }

  @Override
  public Optional<String> limitProblem() {
    return quotas.missing();
  }

  @Override
  Optional<String> limitProblem(Path entry) throws IOException {
    return quotas.missing(layers.of(entry).get(0));
  }

  @Override
  Path content(Path entry) throws IOException {
    return layers.of(entry).stream()
        .findFirst()
        .map(layers::content)
        .orElseThrow(() -> new DataPlaneException(entry + " was removed concurrently"));
  }

  @Override
  Path attach(Path entry) throws IOException {
    List<String> all = layers.of(entry);
    if (all.size() > 1 && !Mounts.isMountPoint(data(entry))) {
      if (isFrozen(entry)) {
        mounts.mountFrozen(all, data(entry));
      } else {
        mounts.mount(all, data(entry));
      }
    }
    return content(entry);
  }

  @Override
  void detach(Path entry) throws IOException {
    if (layers.areKnownOf(entry) && Files.exists(data(entry)) && Mounts.isMountPoint(data(entry))) {
      Mounts.unmount(data(entry));
    }
  }

  @Override
  void forceEntry(Path entry) throws IOException {
    List<String> all = layers.of(entry);
    layers.force(all.get(0));
    if (mounts.wantsStartupFiles() && all.size() > 1) {
      startupFiles.force(all);
    }
    DurableFile.force(entry);
  }

  /** Locks, since a rename during a collection would hide the entry and delete its layers. */
  @Override
  Path moveEntry(Path entry, Path to) throws IOException {
    // Otherwise a power failure could leave a volume whose layers are unknown.
    layers.forceList(entry);
    synchronized (listing) {
      return super.moveEntry(entry, to);
    }
  }

  @Override
  void deleteEntry(Path entry) throws IOException {
    FileTrees.delete(entry);
    unlisted.delete();
  }

  /** Unmounts what a killed mount helper left, and deletes discarded layers. */
  private void deleteRemains() throws IOException {
    Mounts.below(folder).stream()
        .filter(point -> point.endsWith(OverlayLayers.SHOWN))
        .forEach(Mounts::unmount);
    for (Path remains : layers.remains()) {
      guard.tryTo(
          "delete " + remains,
          () -> {
            Mounts.unmountAll(remains);
            unlisted.delete(remains);
            return remains;
          });
    }
  }

  private Path data(Path entry) throws IOException {
    return content(entry).resolve(DATA);
  }

  private static void copyServersFiles(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.list(from)) {
      for (Path top : (Iterable<Path>) files.filter(file -> !file.endsWith(DATA))::iterator) {
        copyTree(top, to.resolve(top.getFileName()));
      }
    }
  }

  private static void copyTree(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.copy(
            file,
            to.resolve(from.relativize(file)),
            StandardCopyOption.COPY_ATTRIBUTES,
            LinkOption.NOFOLLOW_LINKS);
      }
    }
  }

  private void probe() throws IOException {
    Path lower = folder.resolve(".new-probe-" + UUID.randomUUID());
    Path upper = folder.resolve(".new-probe-" + UUID.randomUUID());
    try {
      createEntry(lower);
      Path file = Files.createFile(Files.createDirectory(data(lower)).resolve("file"));
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
      cloneEntry(lower, upper, 0);
      changeOwner(upper, context.runAs());
      String seen = data(upper).resolve(file.getFileName()).toString();
      List<String> write = List.of("sh", "-c", "[ -f \"$1\" ] && echo changed >\"$1\"", "sh", seen);
      Tool.run(context.runAs().command(mounts.command(layers.of(upper), write)));
      if (Files.size(file) != 0) {
        throw new DataPlaneException("writing to an overlay changes the layer below it");
      }
    } finally {
      detach(upper);
      FileTrees.delete(upper);
      FileTrees.delete(lower);
    }
  }
}
