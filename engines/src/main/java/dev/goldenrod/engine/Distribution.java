package dev.goldenrod.engine;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How an engine's programs come: their names, versions, folders and archives. Thread-safe. */
public interface Distribution {
  /**
   * What a program says of itself.
   *
   * @param name as in {@code PostgreSQL}
   * @param release as in {@code 15} or {@code 8.0}
   * @param version in full, as in {@code 15.13}
   */
  record Product(String name, String release, String version) {}

  /**
   * Folders that packages install into.
   *
   * @param parent the folder they lie in
   * @param names a regular expression that their names match
   */
  record PackageFolders(String parent, String names) {}

  /** The name of the engine's type in the API, as in {@code postgresql}. */
  String type();

  /** The product's name, as in {@code PostgreSQL}. */
  String product();

  /** The releases that can run, oldest first. */
  List<String> releases();

  /** The programs that tell an installation's version, the server's own first. */
  List<String> programs();

  /** Whether an installation with those programs can make and run a server. */
  boolean runsServers(Predicate<String> hasProgram);

  /**
   * What finds the version in full, and in that the release, in what a program prints of itself.
   */
  Pattern versionPattern();

  /** What a program prints when it is asked for its version; empty when it is something else. */
  default Optional<Product> read(String versionOutput) {
    Matcher found = versionPattern().matcher(versionOutput);
    return found.find()
        ? Optional.of(new Product(product(), found.group(2), found.group(1)))
        : Optional.empty();
  }

  /** Where the packages of operating systems install it. */
  List<PackageFolders> packageFolders();

  /**
   * The Maven artifact that holds the server for a kind of machine, as {@code
   * group:artifact:version:type:classifier}, of which the last two may be missing and the version
   * be a range; empty when there is none.
   *
   * @param version a release or a full version
   * @param system as in {@code linux} or {@code darwin}
   * @param machine as in {@code x86_64} or {@code aarch64}
   */
  Optional<String> mavenArtifact(String version, String system, String machine);

  /** The programs that imports need besides the server's. */
  default List<String> importTools() {
    return List.of();
  }

  /**
   * The command that tries the programs out further than by their version; empty for none.
   *
   * @param program finds a program's path by its name
   * @param data a new folder of the user that runs it
   */
  default List<String> trial(UnaryOperator<String> program, Path data) {
    return List.of();
  }

  /** Whether a server needs the file of that path in an archive. */
  default boolean needs(String path) {
    return true;
  }

  /** The packages of Debian and Ubuntu that bring the release; none when they bring none. */
  default List<String> debianPackages(String release) {
    return List.of();
  }

  /**
   * Libraries that the artifact's programs take from the system, by their packages of Debian and
   * Ubuntu, some of which one of the two may not have.
   */
  default List<String> debianLibraries() {
    return List.of();
  }

  /** Where in an archive's folder the programs look for libraries before the system's. */
  default String libraryFolder() {
    return "lib";
  }
}
