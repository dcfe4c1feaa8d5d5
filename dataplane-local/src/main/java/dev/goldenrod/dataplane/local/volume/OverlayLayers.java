package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.process.FileTrees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The layers that overlay volumes consist of. Each is a directory with files of its own; a volume's
 * entry lists its layers, the topmost first, and a layer stays as long as an entry lists it.
 *
 * <p>In a layer's directory, {@code data} is the volume's, and {@code private}, which no engine
 * enters, holds what mounting needs.
 */
final class OverlayLayers {
  private static final String LIST = "layers";
  private static final FileAttribute<?> SERVERS_ALONE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private final VolumeContext context;
  private final Path folder;

  OverlayLayers(VolumeContext context, Path folder) throws IOException {
    this.context = context;
    this.folder = Files.createDirectories(folder);
    context.claim(folder);
  }

  /** Makes an empty layer, and the entry that has it on top of others. */
  void addTo(Path entry, List<String> lower) throws IOException {
    String id = UUID.randomUUID().toString().substring(0, 13);
    List<String> layers = new ArrayList<>(List.of(id));
    layers.addAll(lower);
    Files.createDirectory(entry);
    Path list = Files.write(entry.resolve(LIST), layers);
    Files.setPosixFilePermissions(list, PosixFilePermissions.fromString("rw-------"));
    context.claim(entry);
    for (Path directory : List.of(folder.resolve(id), content(id))) {
      Files.createDirectory(directory);
      context.claim(directory);
    }
    for (String directory : List.of("private", "private/work", "private/lower")) {
      Files.createDirectory(folder.resolve(id).resolve(directory), SERVERS_ALONE);
    }
  }

  /** Whether the directory is the entry of a volume of layers. */
  static boolean isEntry(Path directory) {
    return Files.exists(directory.resolve(LIST));
  }

  /** The entry's layers, the topmost first; none when the entry is gone or was never finished. */
  List<String> of(Path entry) throws IOException {
    try {
      return Files.readAllLines(entry.resolve(LIST));
    } catch (NoSuchFileException e) {
      return List.of();
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

  /** Deletes all layers that none of the entries lists. */
  void deleteUnlisted(Collection<Path> entries) throws IOException {
    Set<String> listed = new HashSet<>();
    for (Path entry : entries) {
      listed.addAll(of(entry));
    }
    try (Stream<Path> layers = Files.list(folder)) {
      for (Path layer : (Iterable<Path>) layers::iterator) {
        if (!listed.contains(layer.getFileName().toString())) {
          delete(layer);
        }
      }
    }
  }

  private void delete(Path layer) throws IOException {
    Path trash = folder.resolve(".trash-" + UUID.randomUUID());
    Files.move(layer, trash, StandardCopyOption.ATOMIC_MOVE);
    // A golden is not writable, and the system closes its work folder even to its owner.
    for (String closed : List.of("data", "private/work/work")) {
      if (Files.exists(trash.resolve(closed))) {
        Files.setPosixFilePermissions(
            trash.resolve(closed), PosixFilePermissions.fromString("rwx------"));
      }
    }
    FileTrees.delete(trash);
  }
}
