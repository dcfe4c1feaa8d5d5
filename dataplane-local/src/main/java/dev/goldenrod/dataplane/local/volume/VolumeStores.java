package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.file.DurableFile;
import dev.goldenrod.dataplane.local.file.LocalRoot;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens the volume store of a data directory. */
public final class VolumeStores {
  private static final Logger log = LoggerFactory.getLogger(VolumeStores.class);

  private static final String FULL_COPIES =
      "no copy-on-write here: every clone is a full copy that takes as long and as much disk as its"
          + " golden; put the data directory on XFS, btrfs or APFS, run as root on Linux with the"
          + " package xfsprogs installed, or as an ordinary user where user namespaces are allowed"
          + " (Ubuntu: sysctl kernel.apparmor_restrict_unprivileged_userns=0){}";

  private final VolumeContext context;
  private final Path record;

  private String noNamespaces = "";

  private VolumeStores(VolumeContext context) {
    this.context = context;
    this.record = context.root().path().resolve("volume-store");
  }

  /**
   * Opens the store with the kind of the existing volumes. If there are none, tries the kinds in
   * order: btrfs snapshots, rootless overlays, reflinks, an XFS image, overlays, plain copies.
   *
   * @param forced one of {@link #kinds}; null for the best one that works
   * @throws DataPlaneException if the kind is impossible here, or volumes of another kind exist
   */
  public static VolumeStore open(LocalRoot root, RunAs runAs, @Nullable String forced) {
    try {
      VolumeStores stores = new VolumeStores(new VolumeContext(root, runAs));
      VolumeStore store = stores.open(Optional.ofNullable(forced).map(Kind::named));
      if (forced == null && stores.recorded() == Kind.COPY) {
        log.warn(FULL_COPIES, stores.noNamespaces);
      }
      return store;
    } catch (IOException e) {
      throw cannotOpen(root, e);
    }
  }

  public static List<String> kinds() {
    return Kind.labels();
  }

  public static void unmountAll(LocalRoot root) {
    Mounts.unmountAll(root.path());
  }

  public static void unmountAllOfDeleted(String dataDirId) {
    Mounts.unmountAll(LocalRoot.mountPoint(dataDirId));
  }

  /** Opens the store for its removal, without warnings about its performance. */
  public static VolumeStore openForRemoval(LocalRoot root, RunAs runAs) {
    try {
      return new VolumeStores(new VolumeContext(root, runAs)).open(Optional.empty());
    } catch (IOException e) {
      throw cannotOpen(root, e);
    }
  }

  private static UncheckedIOException cannotOpen(LocalRoot root, IOException cause) {
    return new UncheckedIOException("cannot open the volume store in " + root.path(), cause);
  }

  private VolumeStore open(Optional<Kind> wanted) throws IOException {
    Optional<Kind> used = inUse();
    if (used.isPresent()) {
      return reopen(used.get(), wanted.orElse(used.get()));
    }
    return wanted.isPresent() ? make(wanted.get()) : makeBest();
  }

  private VolumeStore reopen(Kind used, Kind wanted) throws IOException {
    if (used != wanted) {
      throw new DataPlaneException(
          ("the volumes in %s are of the kind '%s', so they cannot be opened as '%s'; leave that"
                  + " option out, or use another data directory")
              .formatted(context.root().path(), used.label, wanted.label));
    }
    try {
      return used.open(context);
    } catch (DataPlaneException e) {
      throw new DataPlaneException(
          ("the volumes in %s are of the kind '%s', which is no longer possible: %s; start as"
                  + " the user and on the machine that created them")
              .formatted(context.root().path(), used.label, e.getMessage()),
          e);
    }
  }

  private VolumeStore makeBest() throws IOException {
    String last = "";
    for (Kind kind : Kind.values()) {
      try {
        return make(kind);
      } catch (DataPlaneException e) {
        log.debug("{}", e.getMessage());
        last = String.valueOf(e.getMessage());
        if (kind == Kind.ROOTLESS_OVERLAY) {
          noNamespaces = "; the system reports: " + e.getMessage();
        }
      }
    }
    throw new DataPlaneException(
        "no kind of volumes is possible here; the last one tried failed: " + last);
  }

  private VolumeStore make(Kind kind) throws IOException {
    // The kind is recorded first, or an XFS image could be mistaken for its host file system.
    DurableFile.write(record, kind.label.getBytes(StandardCharsets.US_ASCII));
    try {
      VolumeStore store = kind.open(context);
      VolumeProbe.tryOnce(
          kind.label,
          context,
          () -> VolumeProbe.run(store, context.runAs(), context.root().path()));
      DurableFile.force(context.root().path());
      return store;
    } catch (DataPlaneException e) {
      throw new DataPlaneException(
          "volumes of the kind '%s' are not possible in %s: %s"
              .formatted(kind.label, context.root().path(), e.getMessage()),
          e);
    }
  }

  private Optional<Kind> inUse() throws IOException {
    return Files.exists(record, LinkOption.NOFOLLOW_LINKS) && recorded().hasVolumes(context)
        ? Optional.of(recorded())
        : Optional.empty();
  }

  private Kind recorded() throws IOException {
    context.runAs().requireServersOwn(record);
    return Kind.named(Files.readString(record).strip());
  }

  /** The kinds of volume stores, in the order of preference. */
  enum Kind {
    BTRFS("btrfs", context -> new DirectoryVolumes(context, CopyMethod.BTRFS_SNAPSHOTS)),
    ROOTLESS_OVERLAY("rootless-overlay", OverlayVolumes::rootless),
    REFLINK("reflink", Kind::onReflinks),
    XFS_IMAGE("xfs-image", context -> onReflinks(XfsImage.mount(context))),
    OVERLAY("overlay", OverlayVolumes::mountedByRoot),
    COPY("copy", context -> new DirectoryVolumes(context, CopyMethod.PLAIN_COPIES));

    private final String label;
    private final Opener opener;

    Kind(String label, Opener opener) {
      this.label = label;
      this.opener = opener;
    }

    static Kind named(String label) {
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
      return Arrays.stream(values()).map(kind -> kind.label).toList();
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
      CopyMethod.REFLINKS.probe(context.volumes());
      List<Path> entries = entries(context.volumes());
      if (entries.stream().anyMatch(OverlayLayers::areListedIn)) {
        return OverlayVolumes.mountedByRoot(context);
      }
      try {
        if (entries.isEmpty()) {
          return OverlayVolumes.mountedByRoot(context);
        }
      } catch (DataPlaneException e) {
        log.debug("{}", e.getMessage());
      }
      return new DirectoryVolumes(context, CopyMethod.REFLINKS);
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
}
