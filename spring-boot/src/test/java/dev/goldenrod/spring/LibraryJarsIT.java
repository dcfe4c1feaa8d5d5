package dev.goldenrod.spring;

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
import java.util.jar.JarInputStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** The published library jars of this build. */
class LibraryJarsIT {
  private static final String EXTENSION = "goldenrod-junit";
  private static final String STARTER = "goldenrod-spring-boot-test";

  @ParameterizedTest
  @ValueSource(strings = {EXTENSION, STARTER})
  void each_brings_the_licence(String artifact) throws IOException {
    try (JarFile jar = new JarFile(jarOf(artifact).toFile())) {
      assertThat(jar.getEntry("META-INF/LICENSE")).isNotNull();
    }
  }

  @Test
  void the_extension_brings_the_server_that_it_starts() throws IOException {
    try (JarFile jar = new JarFile(jarOf(EXTENSION).toFile());
        InputStream content =
            jar.getInputStream(jar.getEntry("dev/goldenrod/junit/goldenrod.jar"));
        JarInputStream server = new JarInputStream(content)) {
      assertThat(server.getManifest().getMainAttributes().getValue("Main-Class"))
          .isEqualTo("dev.goldenrod.server.cli.Main");
    }
  }

  @Test
  void together_they_are_modules_that_share_no_package() {
    Set<String> names = Set.of("dev.goldenrod.core", "dev.goldenrod.junit", "dev.goldenrod.spring");
    ModuleFinder jars =
        ModuleFinder.of(
            Stream.of("goldenrod-core", EXTENSION, STARTER, "slf4j-api", "jspecify")
                .map(LibraryJarsIT::jarOf)
                .toArray(Path[]::new));

    Configuration resolved =
        ModuleLayer.boot().configuration().resolve(jars, ModuleFinder.of(), names);

    assertThat(resolved.modules()).extracting(ResolvedModule::name).containsAll(names);
  }

  @Test
  void tests_compile_against_nothing_but_goldenrods_own_and_annotations() throws Exception {
    assertThat(compileDependencies(EXTENSION))
        .containsExactlyInAnyOrder("goldenrod-core", "jspecify");
    assertThat(compileDependencies(STARTER)).containsExactlyInAnyOrder(EXTENSION, "jspecify");
  }

  private static Path jarOf(String artifact) {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(Path::of)
        .filter(entry -> entry.getFileName().toString().matches(artifact + "-\\d.*\\.jar"))
        .findFirst()
        .orElseThrow(() -> new AssertionError("the class path has no jar of " + artifact));
  }

  /** Returns the compile dependencies in the published pom of the jar. */
  private static List<String> compileDependencies(String artifact) throws Exception {
    NodeList found =
        (NodeList)
            XPathFactory.newInstance()
                .newXPath()
                .evaluate(
                    "/project/dependencies/dependency[(not(scope) or scope='compile')"
                        + " and not(optional='true')]/artifactId",
                    pom(artifact),
                    XPathConstants.NODESET);
    List<String> artifacts = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) {
      artifacts.add(found.item(i).getTextContent());
    }
    return artifacts;
  }

  private static Document pom(String artifact) throws Exception {
    try (JarFile jar = new JarFile(jarOf(artifact).toFile());
        InputStream pom =
            jar.getInputStream(
                jar.getEntry("META-INF/maven/dev.goldenrod/" + artifact + "/pom.xml"))) {
      return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(pom);
    }
  }
}
