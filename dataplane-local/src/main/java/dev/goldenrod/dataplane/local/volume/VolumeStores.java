package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.file.DurableFile;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.root.LocalRoot;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
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
      VolumeStore store = stores.open(Optional.ofNullable(forced).map(StoreKind::named));
      if (forced == null && stores.recorded() == StoreKind.COPY) {
        log.warn(FULL_COPIES, stores.noNamespaces);
      }
      return store;
    } catch (IOException e) {
      throw cannotOpen(root, e);
    }
  }

  public static List<String> kinds() {
    return StoreKind.labels();
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

  private VolumeStore open(Optional<StoreKind> wanted) throws IOException {
    Optional<StoreKind> used = inUse();
    if (used.isPresent()) {
      return reopen(used.get(), wanted.orElse(used.get()));
    }
    return wanted.isPresent() ? make(wanted.get()) : makeBest();
  }

  private VolumeStore reopen(StoreKind used, StoreKind wanted) throws IOException {
    if (used != wanted) {
      throw new DataPlaneException(
          ("the volumes in %s are of the kind '%s', so they cannot be opened as '%s'; leave that"
                  + " option out, or use another data directory")
              .formatted(context.root().path(), used.label(), wanted.label()));
    }
    try {
      return used.open(context);
    } catch (DataPlaneException e) {
      throw new DataPlaneException(
          ("the volumes in %s are of the kind '%s', which is no longer possible: %s; start as"
                  + " the user and on the machine that created them")
              .formatted(context.root().path(), used.label(), e.getMessage()),
          e);
    }
  }

  private VolumeStore makeBest() throws IOException {
    String last = "";
    for (StoreKind kind : StoreKind.values()) {
      try {
        return make(kind);
      } catch (DataPlaneException e) {
        log.debug("{}", e.getMessage());
        last = String.valueOf(e.getMessage());
        if (kind == StoreKind.ROOTLESS_OVERLAY) {
          noNamespaces = "; the system reports: " + e.getMessage();
        }
      }
    }
    throw new DataPlaneException(
        "no kind of volumes is possible here; the last one tried failed: " + last);
  }

  private VolumeStore make(StoreKind kind) throws IOException {
    // The kind is recorded first, or an XFS image could be mistaken for its host file system.
    DurableFile.write(record, kind.label().getBytes(StandardCharsets.US_ASCII));
    try {
      VolumeStore store = kind.open(context);
      VolumeTrialCache.tryOnce(
          kind.label(),
          context,
          () -> VolumeProbe.run(store, context.runAs(), context.root().path()));
      DurableFile.force(context.root().path());
      return store;
    } catch (DataPlaneException e) {
      throw new DataPlaneException(
          "volumes of the kind '%s' are not possible in %s: %s"
              .formatted(kind.label(), context.root().path(), e.getMessage()),
          e);
    }
  }

  private Optional<StoreKind> inUse() throws IOException {
    return Files.exists(record, LinkOption.NOFOLLOW_LINKS) && recorded().hasVolumes(context)
        ? Optional.of(recorded())
        : Optional.empty();
  }

  private StoreKind recorded() throws IOException {
    context.runAs().requireServersOwn(record);
    return StoreKind.named(Files.readString(record).strip());
  }
}
