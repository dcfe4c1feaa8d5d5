package dev.goldenrod.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.lang.module.ResolvedModule;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** Checks the jars for embedders, as built. */
class LibraryJarsIT {
  private static final List<String> ADAPTERS =
      List.of(
          "engines",
          "storage-jdbi",
          "dataplane",
          "dataplane-local",
          "dataplane-k8s",
          "dataplane-remote",
          "http-javalin",
          "oidc",
          "console",
          "masking");

  /** Artifacts that may appear in signatures of the libraries. */
  private static final Set<String> COMPILED_AGAINST =
      Set.of(
          "goldenrod-core",
          "goldenrod-engines",
          "goldenrod-dataplane",
          "goldenrod-oidc",
          "goldenrod-masking",
          "jspecify",
          "slf4j-api");

  static Stream<String> libraries() {
    return Stream.concat(Stream.of("core", "client", "testkit", "http-testkit"), ADAPTERS.stream());
  }

  /**
   * Excludes the client, whose responses are Jackson's types, which makes Jackson a compile
   * dependency.
   */
  static Stream<String> embeddersLibraries() {
    return Stream.concat(Stream.of("core"), ADAPTERS.stream());
  }

  @ParameterizedTest
  @MethodSource("libraries")
  void each_brings_the_licence(String library) throws IOException {
    try (JarFile jar = new JarFile(jarOf(library).toFile())) {
      assertThat(jar.getEntry("META-INF/LICENSE")).isNotNull();
    }
  }

  @Test
  void together_they_are_modules_that_share_no_package() {
    Set<String> names =
        libraries()
            .map(library -> "dev.goldenrod." + library.replace('-', '.'))
            .collect(Collectors.toSet());
    Stream<Path> required =
        Stream.of(
                "slf4j-api", "jspecify", "jackson-databind", "jackson-core", "jackson-annotations")
            .map(LibraryJarsIT::jar);
    ModuleFinder jars =
        ModuleFinder.of(
            Stream.concat(libraries().map(LibraryJarsIT::jarOf), required).toArray(Path[]::new));

    Configuration resolved =
        ModuleLayer.boot().configuration().resolve(jars, ModuleFinder.of(), names);

    assertThat(resolved.modules()).extracting(ResolvedModule::name).containsAll(names);
  }

  @ParameterizedTest
  @MethodSource("embeddersLibraries")
  void each_keeps_its_technology_off_the_compile_path_of_embedders(String library)
      throws Exception {
    assertThat(compileDependencies(library)).isSubsetOf(COMPILED_AGAINST);
  }

  private static Path jarOf(String library) {
    return jar("goldenrod-" + library);
  }

  private static Path jar(String artifact) {
    String name = artifact + "-\\d.*(?<!-tests)\\.jar";
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(Path::of)
        .filter(entry -> entry.getFileName().toString().matches(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("the class path has no jar of " + artifact));
  }

  /** Returns the compile dependencies in the jar's published pom. */
  private static List<String> compileDependencies(String library) throws Exception {
    XPath path = XPathFactory.newInstance().newXPath();
    NodeList found =
        (NodeList)
            path.evaluate(
                "/project/dependencies/dependency[not(scope) or scope='compile']/artifactId",
                pom(library),
                XPathConstants.NODESET);
    List<String> artifacts = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) {
      artifacts.add(found.item(i).getTextContent());
    }
    assertThat(artifacts).isNotEmpty();
    return artifacts;
  }

  private static Document pom(String library) throws Exception {
    try (JarFile jar = new JarFile(jarOf(library).toFile());
        InputStream pom =
            jar.getInputStream(
                jar.getEntry("META-INF/maven/dev.goldenrod/goldenrod-" + library + "/pom.xml"))) {
      return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(pom);
    }
  }
}
