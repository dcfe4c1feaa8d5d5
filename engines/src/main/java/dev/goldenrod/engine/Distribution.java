package dev.goldenrod.engine;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How an engine's programs are packaged, named and versioned. Thread-safe. */
public interface Distribution {
  /**
   * The product and version that a program reports.
   *
   * @param release such as {@code 15} or {@code 8.0}
   * @param version in full, such as {@code 15.13}
   */
  record Product(String name, String release, String version) {}

  /** Directories that packages install into. The names are a regular expression. */
  record PackageFolders(String parent, String names) {}

  /** Returns the API name of the engine, such as {@code postgresql}. */
  String type();

  String product();

  /** Returns the supported releases, oldest first. */
  List<String> releases();

  /** Returns the programs that report an installation's version, the server first. */
  List<String> programs();

  /** Returns whether an installation with these programs can create data and run a server. */
  boolean runsServers(Predicate<String> hasProgram);

  /** Returns a pattern for version output: group 1 is the full version, group 2 the release. */
  Pattern versionPattern();

  /** Parses a program's version output; empty if another program wrote it. */
  default Optional<Product> read(String versionOutput) {
    Matcher found = versionPattern().matcher(versionOutput);
    return found.find()
        ? Optional.of(new Product(product(), found.group(2), found.group(1)))
        : Optional.empty();
  }

  /** Returns the directories that operating system packages install the product into. */
  List<PackageFolders> packageFolders();

  /**
   * Returns the Maven artifact with the server for a platform, as {@code
   * group:artifact:version:type:classifier}; the last two may be missing, and the version may be a
   * range. Empty if there is none.
   *
   * @param version a release or a full version
   * @param system such as {@code linux} or {@code darwin}
   * @param machine such as {@code x86_64} or {@code aarch64}
   */
  Optional<String> mavenArtifact(String version, String system, String machine);

  /** Returns the programs that imports need besides the server's. */
  default List<String> importTools() {
    return List.of();
  }

  /**
   * Returns a command that tests the programs beyond their version output; empty for none.
   *
   * @param program returns the path of a program
   * @param data a new directory of the user that runs the command
   */
  default List<String> trial(UnaryOperator<String> program, Path data) {
    return List.of();
  }

  /** Returns whether a server needs the archive's file with this path. */
  default boolean needs(String path) {
    return true;
  }

  /** Returns the Debian and Ubuntu packages that contain the release. */
  default List<String> debianPackages(String release) {
    return List.of();
  }

  /**
   * Returns the Debian and Ubuntu packages with system libraries that the artifact's programs need;
   * some exist only in one of the two.
   */
  default List<String> debianLibraries() {
    return List.of();
  }

  /** Returns the archive's directory in which programs look for libraries first. */
  default String libraryFolder() {
    return "lib";
  }
}
