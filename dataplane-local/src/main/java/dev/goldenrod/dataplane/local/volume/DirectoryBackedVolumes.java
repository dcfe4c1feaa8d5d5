package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.process.FileTrees;
import dev.goldenrod.dataplane.local.process.OwnerOnly;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A store that has one directory for each volume. A frozen volume is one whose topmost directory is
 * not writable, and that is wholly the server's own: no engine enters it.
 */
abstract class DirectoryBackedVolumes implements VolumeStore {
  protected final VolumeContext context;
  protected final Path folder;
  protected final VolumeFolder entries;
  private final NameLocks locks = new NameLocks();
  private final VolumeErrors errors = new VolumeErrors(this);

  DirectoryBackedVolumes(VolumeContext context) {
    this.context = context;
    this.folder = context.volumes();
    this.entries = new VolumeFolder(folder);
  }

  /** Makes the entry, which does not exist yet, an empty volume. */
  abstract void createEntry(Path entry) throws IOException;

  /**
   * Makes the entry, which does not exist yet, a copy of the golden.
   *
   * @param mib what it may take beyond that, if it can be limited; 0 for no limit
   */
  abstract void cloneEntry(Path golden, Path entry, int mib) throws IOException;

  /** Makes the entry, which does not exist yet, a copy of the volume, which is not frozen. */
  abstract void copyEntry(Path volume, Path entry) throws IOException;

  /** The directory of what is the volume's own, whose mode says whether it is frozen. */
  abstract Path content(Path entry) throws IOException;

  /** The directory that an engine uses, mounted if need be. */
  abstract Path attach(Path entry) throws IOException;

  /** The command that runs the given one where the entry's data directory is whole. */
  List<String> command(Path entry, List<String> command) throws IOException {
    return command;
  }

  /** Takes note that the entry's database serves for the first time. */
  Path served(Path entry) throws IOException {
    return entry;
  }

  /** Takes the entry's mount away, if it has one. */
  abstract void detach(Path entry) throws IOException;

  /** Gives the entry another name. */
  Path moveEntry(Path entry, Path to) throws IOException {
    return Files.move(entry, to, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Deletes the entry, which may be half made, and all that it alone needs. */
  abstract void deleteEntry(Path entry) throws IOException;

  @Override
  public final Path create(String name) {
    return build(
        "create volume '%s'".formatted(name),
        name,
        entry -> {
          FileTree.clearWritebackErrors(folder);
          createEntry(entry);
          Files.setPosixFilePermissions(content(entry), OwnerOnly.FOLDER.value());
          Files.createDirectory(content(entry).resolve(DATA), OwnerOnly.FOLDER);
          give(entry, context.runAs());
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
          give(entry, user);
        });
  }

  @Override
  public final void copy(String volume, String name) {
    Path from = requireEntry(volume);
    buildUnattached(
        "copy volume '%s' to '%s'".formatted(volume, name), name, entry -> copyEntry(from, entry));
  }

  @Override
  public final Path path(String name) {
    synchronized (locks.of(name)) {
      Path entry = requireEntry(name);
      return errors.guarded("use volume '%s'".formatted(name), () -> attach(entry));
    }
  }

  @Override
  public final Path give(String name, RunAs user) {
    synchronized (locks.of(name)) {
      return errors.guarded("give away volume " + name, () -> give(requireEntry(name), user));
    }
  }

  @Override
  public final List<String> command(String name, List<String> command) {
    return errors.guarded("use volume " + name, () -> command(requireEntry(name), command));
  }

  @Override
  public final void served(String name) {
    synchronized (locks.of(name)) {
      errors.guarded("note that " + name + " is served", () -> served(requireEntry(name)));
    }
  }

  @Override
  public Optional<String> unlimited() {
    return Optional.of("there are no limits for volumes that are " + description());
  }

  @Override
  public final Optional<String> unlimited(String name) {
    return errors.guarded("tell the limit of " + name, () -> unlimited(requireEntry(name)));
  }

  /** Why the entry may hold more than it was made for. */
  Optional<String> unlimited(Path entry) throws IOException {
    return unlimited();
  }

  @Override
  public final boolean exists(String name) {
    return entries.has(name);
  }

  @Override
  public final void freeze(String golden) {
    synchronized (locks.of(golden)) {
      errors.guarded("freeze volume " + golden, () -> freezeEntry(requireEntry(golden)));
    }
  }

  @Override
  public final void rename(String from, String to) {
    synchronized (locks.first(from, to)) {
      synchronized (locks.second(from, to)) {
        if (exists(from) || !exists(to)) {
          errors.guarded(
              "rename volume '%s' to '%s'".formatted(from, to), () -> renameEntry(from, to));
        }
      }
    }
  }

  @Override
  public final void remove(String name) {
    synchronized (locks.of(name)) {
      if (exists(name)) {
        errors.guarded(
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
    errors.guarded("purge " + folder, context::delete);
  }

  /** Deletes what operations that were killed left behind. */
  void sweep() {
    for (Path leftover : entries.leftovers()) {
      errors.guarded(
          "delete " + leftover,
          () -> {
            detach(leftover);
            return discard(leftover);
          });
    }
  }

  final boolean isFrozen(Path entry) throws IOException {
    return !Files.getPosixFilePermissions(content(entry)).contains(PosixFilePermission.OWNER_WRITE);
  }

  private Path requireEntry(String name) {
    return entries.require(name, description());
  }

  private Path build(String what, String name, Filling filling) {
    synchronized (locks.of(name)) {
      Path entry = buildUnattached(what, name, filling);
      return errors.guarded(what, () -> attach(entry));
    }
  }

  private Path buildUnattached(String what, String name, Filling filling) {
    Path entry = entries.entry(name);
    synchronized (locks.of(name)) {
      return errors.guarded(
          what,
          () -> {
            if (!Files.isDirectory(entry)) {
              errors.requireRoom();
              buildNew(entry, filling);
            }
            return entry;
          });
    }
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

  /** Only the volume's own files change hands: those of its golden below are seen as the user's. */
  final Path give(Path entry, RunAs user) throws IOException {
    detach(entry);
    Path data = content(entry).resolve(DATA);
    if (FileTrees.isEmpty(data)) {
      user.chown(data);
    } else {
      user.chownTree(data);
    }
    user.letPass(content(entry));
    return attach(entry);
  }

  private Path freezeEntry(Path entry) throws IOException {
    if (!isFrozen(entry)) {
      detach(entry);
      context.runAs().disown(content(entry));
      FileTree.sync(content(entry));
      Files.setPosixFilePermissions(content(entry), FileTree.FROZEN);
    }
    return entry;
  }

  private Path renameEntry(String from, String to) throws IOException {
    Path entry = requireEntry(from);
    if (exists(to)) {
      throw new DataPlaneException("volume '%s' exists already".formatted(to));
    }
    detach(entry);
    return moveEntry(entry, entries.entry(to));
  }

  private Path discard(Path entry) throws IOException {
    Path trash = entries.trash(entry);
    deleteEntry(trash);
    return trash;
  }

  private interface Filling {
    void fill(Path entry) throws IOException;
  }
}
