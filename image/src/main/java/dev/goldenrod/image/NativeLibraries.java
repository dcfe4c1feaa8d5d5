package dev.goldenrod.image;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The shared libraries of this machine that programs need. */
final class NativeLibraries {
  /** Matches {@code libz.so.1 => /lib/libz.so.1 (0x…)} and {@code /lib64/ld-linux.so.2 (0x…)}. */
  private static final Pattern FOUND = Pattern.compile("^\\s*(?:\\S+ => )?(/\\S+) \\(0x.*");

  private NativeLibraries() {}

  /**
   * Returns the libraries that the files need, with the dynamic loader but without the folder's
   * own.
   *
   * @throws IOException if {@code ldd} fails to run
   */
  static Set<Path> of(List<Path> files, Path folder) throws IOException {
    List<String> command = new ArrayList<>(List.of("ldd"));
    files.stream().filter(NativeLibraries::isLinked).map(Path::toString).forEach(command::add);
    Set<Path> result = new TreeSet<>();
    for (String line : run(command)) {
      Matcher library = FOUND.matcher(line);
      if (library.matches() && !Path.of(library.group(1)).normalize().startsWith(folder)) {
        result.add(Path.of(library.group(1)));
      }
    }
    return result;
  }

  private static boolean isLinked(Path file) {
    return file.endsWith("bin/java") || file.toString().endsWith(".so");
  }

  private static List<String> run(List<String> command) throws IOException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try (var output = process.inputReader(StandardCharsets.UTF_8)) {
      return output.lines().toList();
    }
  }
}
