package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.file.DurableFile;
import dev.goldenrod.dataplane.local.file.FileTrees;
import dev.goldenrod.dataplane.local.file.OwnerOnly;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The layers that overlay volumes consist of. Each is a directory with files of its own; a volume's
 * entry lists its layers, the topmost first, and a layer stays as long as an entry lists it.
 *
 * <p>In a layer's directory, {@code data} is the volume's, and {@code private}, which no engine
 * enters, holds what mounting needs.
 */
final class OverlayLayers {
  private static final String TRASH = ".trash-";

  /** Where a layer's folder shows the layers below while they are being mounted. */
  static final Path SHOWN = Path.of("private/lower");

  private final VolumeContext context;
  private final Path folder;

  OverlayLayers(VolumeContext context, Path folder) throws IOException {
    this.context = context;
    this.folder = Files.createDirectories(folder);
    context.claim(folder);
  }

  /** Makes an empty layer, and the entry that has it on top of others. */
  void addTo(Path entry, List<String> lower) throws IOException {
    List<String> layers = new ArrayList<>(List.of(add()));
    layers.addAll(lower);
    Files.createDirectory(entry);
    LayerList.write(entry, layers);
    context.claim(entry);
  }

  /** Makes an empty layer. It stays only when an entry lists it soon. */
  String add() throws IOException {
    String id = UUID.randomUUID().toString().substring(0, 13);
    for (Path directory : List.of(folder.resolve(id), content(id))) {
      Files.createDirectory(directory);
      context.claim(directory);
    }
    for (String directory : List.of("private", "private/work", "private/lower")) {
      Files.createDirectory(folder.resolve(id).resolve(directory), OwnerOnly.FOLDER);
    }
    return id;
  }

  /** Waits until the layer is on the disk, with the server's files that it was made with. */
  void force(String id) throws IOException {
    try (Stream<Path> files = Files.list(content(id))) {
      for (Path file : (Iterable<Path>) files::iterator) {
        DurableFile.forceIfRegular(file);
      }
    }
    for (Path directory : List.of(content(id), privateFolder(id), folder.resolve(id), folder)) {
      DurableFile.force(directory);
    }
  }

  /**
   * The entry's layers, the topmost first; none when the entry is gone.
   *
   * @throws DataPlaneException when its list is damaged
   */
  List<String> of(Path entry) throws IOException {
    return LayerList.read(entry);
  }

  /** Whether there is such an entry, and its list is whole. */
  boolean areKnownOf(Path entry) throws IOException {
    try {
      return !of(entry).isEmpty();
    } catch (DataPlaneException damaged) {
      return false;
    }
  }

  /** The volume's directory, as far as the layer has it. */
  Path content(String id) {
    return folder.resolve(id).resolve("data");
  }

  /** The server's own folder in the layer. */
  Path privateFolder(String id) {
    return folder.resolve(id).resolve("private");
  }

  /** Takes all layers but those out of use; {@link #delete} is for later. */
  List<Path> discardAllBut(Set<String> listed) throws IOException {
    List<Path> discarded = new ArrayList<>();
    for (Path layer : layers(name -> !name.startsWith(TRASH) && !listed.contains(name))) {
      Path trash = folder.resolve(TRASH + UUID.randomUUID());
      discarded.add(Files.move(layer, trash, StandardCopyOption.ATOMIC_MOVE));
    }
    return discarded;
  }

  /** What was discarded by a server that was killed before it deleted it. */
  List<Path> remains() throws IOException {
    return layers(name -> name.startsWith(TRASH));
  }

  /** Deletes a discarded layer. */
  void delete(Path discarded) throws IOException {
    // A golden is not writable, and the system closes its work folder even to its owner.
    for (String closed : List.of("data", "private/work/work")) {
      if (Files.exists(discarded.resolve(closed))) {
        Files.setPosixFilePermissions(
            discarded.resolve(closed), PosixFilePermissions.fromString("rwx------"));
      }
    }
    FileTrees.delete(discarded);
  }

  private List<Path> layers(Predicate<String> names) throws IOException {
    try (Stream<Path> layers = Files.list(folder)) {
      return layers.filter(layer -> names.test(layer.getFileName().toString())).toList();
    }
  }
}
