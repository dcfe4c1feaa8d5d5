package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.cluster.StorageUse;
import dev.goldenrod.dataplane.local.file.DurableFile;
import dev.goldenrod.dataplane.local.file.OwnerOnly;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Consumer;

/**
 * A store with one directory per volume, called its entry. This class locks volume names, builds
 * entries under temporary names and adds context to errors. Thread-safe.
 */
abstract class DirectoryBackedVolumes extends VolumeEntries implements VolumeStore {
  final VolumeGuard guard = new VolumeGuard(this);

  DirectoryBackedVolumes(VolumeContext context) {
    super(context);
  }

  @Override
  public final Path create(String name) {
    return build(
        "create volume '%s'".formatted(name),
        name,
        entry -> {
          Mounts.clearWritebackErrors(folder);
          createEntry(entry);
          Files.setPosixFilePermissions(content(entry), OwnerOnly.FOLDER.value());
          Files.createDirectory(content(entry).resolve(DATA), OwnerOnly.FOLDER);
          changeOwner(entry, context.runAs());
        });
  }

  @Override
  public final Path clone(String golden, String name, RunAs user, int mib) {
    Path from = requireEntry(golden);
    return build(
        "clone volume '%s' as '%s'".formatted(golden, name),
        name,
        entry -> {
          if (!isFrozen(from)) {
            throw new DataPlaneException("volume '%s' is not frozen".formatted(golden));
          }
          cloneEntry(from, entry, mib);
          changeOwner(entry, user);
          UnflushedMark.add(entry);
        });
  }

  @Override
  public final void copy(String volume, String name, Consumer<Runnable> standstill) {
    Path from = requireEntry(volume);
    buildUnattached(
        "copy volume '%s' to '%s'".formatted(volume, name),
        name,
        entry -> {
          copyEntry(from, entry, standstill);
          // A plain copy has the mark of its origin, too.
          UnflushedMark.remove(entry);
        });
  }

  @Override
  public final Path path(String name) {
    synchronized (guard.lock(name)) {
      Path entry = requireEntry(name);
      return guard.guarded("use volume '%s'".formatted(name), () -> attach(entry));
    }
  }

  @Override
  public final Path changeOwner(String name, RunAs user) {
    return guard.locked(
        name, "change the owner of volume " + name, () -> changeOwner(requireEntry(name), user));
  }

  @Override
  public final List<String> command(String name, List<String> files, List<String> command) {
    return guard.guarded("use volume " + name, () -> command(requireEntry(name), files, command));
  }

  @Override
  public final Path writable(String name, String file) {
    return guard.locked(name, "write to volume " + name, () -> writable(requireEntry(name), file));
  }

  @Override
  public final long size(String name) {
    return guard.locked(
        name,
        "determine the size of volume " + name,
        () -> LayeredTree.size(visibleDirectories(requireEntry(name))));
  }

  @Override
  public final SortedMap<String, Path> files(String golden) {
    return guard.locked(golden, "read volume " + golden, () -> frozenFiles(requireEntry(golden)));
  }

  @Override
  public final void force(String name) {
    guard.guarded(
        "flush volume '%s' to disk".formatted(name),
        () -> {
          forceEntry(requireEntry(name));
          DurableFile.force(folder);
          UnflushedMark.remove(requireEntry(name));
          return name;
        });
  }

  @Override
  public final boolean isUnflushed(String name) {
    return UnflushedMark.isOn(requireEntry(name));
  }

  @Override
  public final boolean isFrozen(String name) {
    return guard.guarded("use volume " + name, () -> isFrozen(requireEntry(name)));
  }

  @Override
  public final boolean isDamaged(String name) {
    Path entry = requireEntry(name);
    try {
      content(entry);
      return false;
    } catch (DataPlaneException | IOException e) {
      return true;
    }
  }

  @Override
  public final void recordFirstReady(String name) {
    guard.locked(
        name, "record the first use of volume " + name, () -> recordFirstReady(requireEntry(name)));
  }

  @Override
  public final void limit(String name, int mib) {
    guard.locked(name, "limit volume " + name, () -> limit(requireEntry(name), mib));
  }

  Path limit(Path entry, int mib) throws IOException {
    return entry;
  }

  @Override
  public Optional<String> limitProblem() {
    return Optional.of("storage limits are not supported with " + description());
  }

  @Override
  public final Optional<String> limitProblem(String name) {
    return guard.guarded(
        "determine the limit of volume " + name, () -> limitProblem(requireEntry(name)));
  }

  /** Returns why the entry's limit is not enforced, or empty if it is. */
  Optional<String> limitProblem(Path entry) throws IOException {
    return limitProblem();
  }

  @Override
  public final boolean exists(String name) {
    return entries.has(name);
  }

  @Override
  public final void freeze(String golden) {
    guard.locked(golden, "freeze volume " + golden, () -> freezeEntry(requireEntry(golden)));
  }

  @Override
  public final void rename(String from, String to) {
    synchronized (guard.firstLock(from, to)) {
      synchronized (guard.secondLock(from, to)) {
        if (exists(from) || !exists(to)) {
          guard.guarded(
              "rename volume '%s' to '%s'".formatted(from, to), () -> renameEntry(from, to));
        }
      }
    }
  }

  @Override
  public final void remove(String name) {
    synchronized (guard.lock(name)) {
      if (exists(name)) {
        guard.guarded(
            "remove volume '%s'".formatted(name),
            () -> {
              detach(entries.entry(name));
              return discard(entries.entry(name));
            });
      }
    }
  }

  @Override
  public final Set<String> list() {
    return entries.names();
  }

  @Override
  public final long reservedBytes() {
    return context.reservedBytes();
  }

  @Override
  public final Optional<StorageUse> use() {
    return context.use();
  }

  @Override
  public final long freeBytes() {
    return context.freeBytes();
  }

  @Override
  public final void close() {}

  @Override
  public final void purge() {
    if (context.image().isEmpty()) {
      list().forEach(this::remove);
    }
    guard.guarded("purge " + folder, context::delete);
  }

  void sweep() {
    for (Path leftover : entries.leftovers()) {
      guard.tryTo(
          "delete " + leftover,
          () -> {
            detach(leftover);
            return discard(leftover);
          });
    }
  }

  private Path requireEntry(String name) {
    return entries.require(name, description());
  }

  private Path build(String what, String name, Filling filling) {
    synchronized (guard.lock(name)) {
      Path entry = buildUnattached(what, name, filling);
      return guard.guarded(what, () -> attach(entry));
    }
  }

  private Path buildUnattached(String what, String name, Filling filling) {
    Path entry = entries.entry(name);
    return guard.locked(
        name,
        what,
        () -> {
          if (!Files.isDirectory(entry)) {
            guard.requireRoom();
            buildNew(entry, filling);
          }
          return entry;
        });
  }

  private void buildNew(Path entry, Filling filling) throws IOException {
    Path unfinished = entries.unfinished(entry);
    try {
      filling.fill(unfinished);
      moveEntry(unfinished, entry);
    } catch (IOException | RuntimeException e) {
      detach(unfinished);
      deleteEntry(unfinished);
      throw e;
    }
  }

  private Path renameEntry(String from, String to) throws IOException {
    Path entry = requireEntry(from);
    if (exists(to)) {
      throw new DataPlaneException("volume '%s' already exists".formatted(to));
    }
    detach(entry);
    Path moved = moveEntry(entry, entries.entry(to));
    DurableFile.force(folder);
    return moved;
  }
}
