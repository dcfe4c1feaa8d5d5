package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.process.FileTrees;
import dev.goldenrod.dataplane.local.process.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The layers that overlay volumes consist of. Each is a directory with files of its own; a volume's
 * entry lists its layers, the topmost first, and a layer stays as long as an entry lists it.
 */
final class OverlayLayers {
  private static final String LIST = "layers";

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
    for (Path directory : List.of(folder.resolve(id), data(id), work(id))) {
      Files.createDirectory(directory);
      context.claim(directory);
    }
  }

  /** The entry's layers, the topmost first; none when the entry is gone or was never finished. */
  List<String> of(Path entry) throws IOException {
    try {
      return Files.readAllLines(entry.resolve(LIST));
    } catch (NoSuchFileException e) {
      return List.of();
    }
  }

  /** The files of the layer. */
  Path data(String id) {
    return folder.resolve(id).resolve("data");
  }

  /** Mounts the layers as one directory; changes go to the topmost unless it is frozen. */
  void mount(List<String> layers, boolean frozen, Path mountPoint) {
    List<String> lower = frozen ? layers : layers.subList(1, layers.size());
    // With metacopy a change of owner copies no data; engines cannot forge what it relies on.
    String options =
        "nosuid,nodev,noexec,index=off,metacopy=on,lowerdir="
            + lower.stream().map(id -> id + "/data").collect(Collectors.joining(":"));
    String top = layers.get(0);
    options += frozen ? ",ro" : ",upperdir=%s/data,workdir=%s/work".formatted(top, top);
    // Relative to the folder: short, and without characters that options would have to escape.
    Tool.runIn(
        folder,
        List.of("mount", "-t", "overlay", "-o", options, "goldenrod", mountPoint.toString()));
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
          Path trash = folder.resolve(".trash-" + UUID.randomUUID());
          FileTrees.delete(Files.move(layer, trash, StandardCopyOption.ATOMIC_MOVE));
        }
      }
    }
  }

  private Path work(String id) {
    return folder.resolve(id).resolve("work");
  }
}
