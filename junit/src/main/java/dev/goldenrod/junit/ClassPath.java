package dev.goldenrod.junit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** Reader of class path resources. */
final class ClassPath {
  private ClassPath() {}

  /** Removes a leading slash and {@code classpath:}, which class loaders do not accept. */
  static String path(String named) {
    return named.replaceFirst("^(classpath:)?/?", "");
  }

  /** Throws if none of the classes is on the class path; the message names the artifact. */
  static void requireClass(String what, String artifact, String... names) {
    if (Stream.of(names).noneMatch(ClassPath::hasClass)) {
      throw new GoldenrodException(
          "%s needs %s on the class path of the tests; add it to their dependencies"
              .formatted(what, artifact));
    }
  }

  private static boolean hasClass(String name) {
    try {
      Class.forName(name, false, loader());
      return true;
    } catch (ClassNotFoundException | LinkageError missing) {
      return false;
    }
  }

  static byte[] read(String resource) {
    try (InputStream content = loader().getResourceAsStream(resource)) {
      if (content == null) {
        throw new IllegalArgumentException("the class path has no " + resource);
      }
      return content.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + resource, e);
    }
  }

  static byte[] read(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  /**
   * Returns the content of all files below a folder, by path, from all class path entries. If a
   * path occurs twice, the first file wins, as for a class loader.
   */
  static Map<String, byte[]> folder(String folder) {
    Map<String, byte[]> found = new TreeMap<>();
    try {
      List<URL> places = Collections.list(loader().getResources(folder));
      if (places.isEmpty()) {
        throw new IllegalArgumentException("the class path has no folder " + folder);
      }
      for (URL place : places) {
        Map<String, byte[]> here =
            place.openConnection() instanceof JarURLConnection jar
                ? inJar(jar.getJarFile(), folder + "/")
                : inFolder(Path.of(uri(place)));
        here.forEach(found::putIfAbsent);
      }
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + folder, e);
    }
  }

  private static Map<String, byte[]> inJar(JarFile jar, String prefix) throws IOException {
    Map<String, byte[]> found = new TreeMap<>();
    for (JarEntry entry : Collections.list(jar.entries())) {
      if (entry.getName().startsWith(prefix) && !entry.isDirectory()) {
        try (InputStream content = jar.getInputStream(entry)) {
          found.put(entry.getName().substring(prefix.length()), content.readAllBytes());
        }
      }
    }
    return found;
  }

  private static Map<String, byte[]> inFolder(Path folder) throws IOException {
    Map<String, byte[]> found = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        found.put(folder.relativize(file).toString().replace('\\', '/'), read(file));
      }
    }
    return found;
  }

  private static URI uri(URL place) {
    try {
      return place.toURI();
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(place + " is not a folder", e);
    }
  }

  private static ClassLoader loader() {
    ClassLoader own = Thread.currentThread().getContextClassLoader();
    return own == null ? ClassLoader.getSystemClassLoader() : own;
  }
}
