package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.file.DurableFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The golden's files that a starting server opens for writing. Copying them up one by one with a
 * flush each is slow; so they are recorded at the first clone and copied into further clones in one
 * go before they start.
 *
 * @param ends see {@link SparseCopy}
 */
record StartupFiles(OverlayLayers layers, Map<Path, Long> ends) {
  private static final long LARGEST = 16L << 20;
  private static final int MOST = 500;

  StartupFiles(OverlayLayers layers) {
    this(layers, new ConcurrentHashMap<>());
  }

  /** Records the files from a clone whose server is ready for the first time. */
  void learn(List<String> all) throws IOException {
    Path known = list(all);
    if (Files.notExists(known)) {
      String lines = String.join("\n", written(all)) + "\n";
      DurableFile.write(known, lines.getBytes(StandardCharsets.UTF_8));
    }
  }

  void force(List<String> all) throws IOException {
    for (List<String> files : byLayer(list(all)).values()) {
      for (String file : files) {
        // The database may have deleted the file meanwhile, which leaves a whiteout.
        DurableFile.forceIfRegular(data(all.get(0)).resolve(file));
      }
    }
  }

  /** Copies the recorded files into the topmost layer, which must not be mounted. */
  void copyInto(List<String> all) throws IOException {
    for (Map.Entry<String, List<String>> layer : byLayer(list(all)).entrySet()) {
      new SparseCopy(data(layer.getKey()), data(all.get(0)), ends).copy(layer.getValue());
    }
  }

  /** Returns lines with a layer and a file's path in it. */
  private List<String> written(List<String> all) throws IOException {
    Path top = data(all.get(0));
    List<String> lines = new ArrayList<>();
    try (Stream<Path> files = Files.walk(top)) {
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        String path = top.relativize(file).toString();
        Optional<String> origin = origin(all.subList(1, all.size()), path);
        if (origin.isPresent() && lines.size() < MOST && Files.size(file) <= LARGEST) {
          lines.add(origin.get() + " " + path);
        }
      }
    }
    return lines;
  }

  /** Returns the layer with the visible file of the path, if it is a regular file. */
  private Optional<String> origin(List<String> lower, String path) {
    return lower.stream()
        .filter(id -> Files.exists(data(id).resolve(path), LinkOption.NOFOLLOW_LINKS))
        .findFirst()
        .filter(id -> Files.isRegularFile(data(id).resolve(path), LinkOption.NOFOLLOW_LINKS))
        .filter(id -> !path.contains("\n"));
  }

  private static Map<String, List<String>> byLayer(Path list) throws IOException {
    Map<String, List<String>> files = new TreeMap<>();
    try {
      for (String line : Files.readAllLines(list)) {
        String[] fields = line.split(" ", 2);
        if (fields.length == 2) {
          files.computeIfAbsent(fields[0], layer -> new ArrayList<>()).add(fields[1]);
        }
      }
    } catch (NoSuchFileException e) {
      return Map.of();
    }
    return files;
  }

  private Path list(List<String> all) {
    return layers.privateFolder(all.get(1)).resolve("startup-files");
  }

  private Path data(String layer) {
    return layers.content(layer).resolve(VolumeStore.DATA);
  }
}
