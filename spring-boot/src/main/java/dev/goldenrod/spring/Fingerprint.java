package dev.goldenrod.spring;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/** Fingerprints of migrations, which are equal if the migrations are, in any checkout. */
final class Fingerprint {
  private static final Set<String> LOGIN = Set.of("url", "user", "password", "driver-class-name");

  private Fingerprint() {}

  static boolean hasFiles(MigrationTool tool, Environment environment) {
    return tool.folders(environment).stream().anyMatch(folder -> !files(folder).isEmpty());
  }

  /** Returns a hash of the tools' files and properties, except those of the connection. */
  static String of(List<MigrationTool> tools, Environment environment) {
    Set<String> parts = new TreeSet<>();
    for (MigrationTool tool : tools) {
      settings(tool, environment).forEach((name, value) -> parts.add(name + "=" + value));
      tool.folders(environment).forEach(folder -> parts.addAll(files(folder)));
    }
    return hex(String.join("\n", parts).getBytes(StandardCharsets.UTF_8));
  }

  private static Map<String, String> settings(MigrationTool tool, Environment environment) {
    Map<String, String> all =
        new TreeMap<>(
            Binder.get(environment)
                .bind(tool.prefix(), Bindable.mapOf(String.class, String.class))
                .orElse(Map.of()));
    all.keySet().removeAll(LOGIN);
    return all;
  }

  private static Set<String> files(String folder) {
    Set<String> found = new TreeSet<>();
    try {
      for (Resource file :
          new PathMatchingResourcePatternResolver().getResources(everywhere(folder) + "/**")) {
        if (file.isReadable()) {
          found.add(file.getFilename() + " " + hex(content(file)));
        }
      }
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the migrations in " + folder, e);
    }
  }

  /** Returns a pattern that finds the folder in all class path entries. */
  private static String everywhere(String folder) {
    if (folder.startsWith("file:")) {
      return folder;
    }
    String path = folder.substring(folder.indexOf(':') + 1);
    return "classpath*:" + (path.startsWith("/") ? path.substring(1) : path);
  }

  private static byte[] content(Resource file) throws IOException {
    try (InputStream content = file.getInputStream()) {
      return content.readAllBytes();
    }
  }

  private static String hex(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }
}
