package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.file.DurableFile;
import dev.goldenrod.dataplane.local.file.FileTrees;
import dev.goldenrod.dataplane.local.file.OwnerOnly;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The layers of overlay volumes. A layer is a directory with its own files; a volume's entry lists
 * its layers, the topmost first, and a layer exists as long as an entry lists it.
 *
 * <p>The list is a file in the entry: the number of layers, then one layer per line. Files of
 * earlier releases have no number. An incomplete file, as after a power failure, is damaged, and
 * does not say which layers the entry needs.
 *
 * <p>In a layer's directory, {@code data} belongs to the volume, and {@code private}, which engines
 * cannot enter, has what mounting needs.
 */
final class OverlayLayers {
  static final Path SHOWN = Path.of("private/lower");

  private static final String TRASH = ".trash-";
  private static final String LIST = "layers";
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,4}");
  private static final Pattern LAYER = Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}");

  private final VolumeContext context;
  private final Path folder;

  OverlayLayers(VolumeContext context, Path folder) throws IOException {
    this.context = context;
    this.folder = Files.createDirectories(folder);
    context.letUsersPass(folder);
  }

  /** Creates an empty layer, and an entry with it on top of the lower layers. */
  void addTo(Path entry, List<String> lower) throws IOException {
    List<String> layers = new ArrayList<>(List.of(add()));
    layers.addAll(lower);
    Files.createDirectory(entry);
    writeList(entry, layers);
    context.letUsersPass(entry);
  }

  /** Creates an empty layer, which an entry must list before unlisted layers are deleted. */
  String add() throws IOException {
    String id = UUID.randomUUID().toString().substring(0, 13);
    for (Path directory : List.of(folder.resolve(id), content(id))) {
      Files.createDirectory(directory);
      context.letUsersPass(directory);
    }
    for (String directory : List.of("private", "private/work", "private/lower")) {
      Files.createDirectory(folder.resolve(id).resolve(directory), OwnerOnly.FOLDER);
    }
    return id;
  }

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

  static boolean areListedIn(Path directory) {
    return Files.exists(directory.resolve(LIST));
  }

  private static void writeList(Path entry, List<String> layers) throws IOException {
    String text = layers.size() + "\n" + String.join("\n", layers) + "\n";
    Path list = Files.writeString(entry.resolve(LIST), text);
    Files.setPosixFilePermissions(list, PosixFilePermissions.fromString("rw-------"));
  }

  /** Flushes the list to disk, which must happen before the entry gets its final name. */
  void forceList(Path entry) throws IOException {
    DurableFile.force(entry.resolve(LIST));
  }

  /**
   * Returns the entry's layers, the topmost first, or none if the entry does not exist.
   *
   * @throws DataPlaneException if the list is damaged
   */
  List<String> of(Path entry) throws IOException {
    String text;
    try {
      text = Files.readString(entry.resolve(LIST), StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException e) {
      if (Files.exists(entry)) {
        throw damaged(entry, "it is missing");
      }
      return List.of();
    }
    if (!text.endsWith("\n")) {
      throw damaged(entry, text.isEmpty() ? "it is empty" : "its end is missing");
    }
    return parse(entry, text.lines().toList());
  }

  private static List<String> parse(Path entry, List<String> lines) {
    boolean isCounted = NUMBER.matcher(lines.get(0)).matches();
    List<String> layers = isCounted ? lines.subList(1, lines.size()) : lines;
    if (isCounted && Integer.parseInt(lines.get(0)) != layers.size() || layers.isEmpty()) {
      throw damaged(entry, "it has %d of %s layers".formatted(layers.size(), lines.get(0)));
    }
    if (!layers.stream().allMatch(layer -> LAYER.matcher(layer).matches())) {
      throw damaged(entry, "it has lines that are not layers");
    }
    return layers;
  }

  private static DataPlaneException damaged(Path entry, String how) {
    return new DataPlaneException(
        "the list of layers %s is damaged: %s; all layers are kept until the list is restored from a backup or its volume is deleted"
            .formatted(entry.resolve(LIST), how));
  }

  /** Returns whether the entry exists and its list is undamaged. */
  boolean areKnownOf(Path entry) throws IOException {
    try {
      return !of(entry).isEmpty();
    } catch (DataPlaneException damaged) {
      return false;
    }
  }

  Path content(String id) {
    return folder.resolve(id).resolve("data");
  }

  Path privateFolder(String id) {
    return folder.resolve(id).resolve("private");
  }

  /** Moves all other layers aside, to be deleted later by {@link #delete}. */
  List<Path> discardAllBut(Set<String> listed) throws IOException {
    List<Path> discarded = new ArrayList<>();
    for (Path layer : layers(name -> !name.startsWith(TRASH) && !listed.contains(name))) {
      Path trash = folder.resolve(TRASH + UUID.randomUUID());
      discarded.add(Files.move(layer, trash, StandardCopyOption.ATOMIC_MOVE));
    }
    return discarded;
  }

  /** Returns the layers that a killed server moved aside but did not delete. */
  List<Path> remains() throws IOException {
    return layers(name -> name.startsWith(TRASH));
  }

  void delete(Path discarded) throws IOException {
    // A golden is read-only, and the kernel makes overlay work folders inaccessible even to their
    // owner.
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
