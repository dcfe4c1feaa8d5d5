package dev.goldenrod.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests that the API comparison between releases covers every package that embedders use. */
class ApiPackagesTest {
  private static final Pattern NAMED = Pattern.compile("<api\\.packages>([^<]*)</api\\.packages>");

  @Test
  void the_poms_name_what_the_core_exports_what_adapters_show_the_kits_and_the_client()
      throws IOException {
    List<String> shown =
        Stream.of(CoreModule.exports(), LibraryApi.ADAPTERS, LibraryApi.KITS, LibraryApi.CLIENT)
            .flatMap(Stream::of)
            .toList();

    assertThat(namedByPoms()).containsExactlyInAnyOrderElementsOf(shown);
  }

  private static List<String> namedByPoms() throws IOException {
    try (Stream<Path> modules = Files.list(Path.of(".."))) {
      return modules
          .map(module -> module.resolve("pom.xml"))
          .filter(Files::exists)
          .flatMap(pom -> NAMED.matcher(read(pom)).results())
          .flatMap(found -> Stream.of(found.group(1).strip().split(";\\s*")))
          .toList();
    }
  }

  private static String read(Path pom) {
    try {
      return Files.readString(pom);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
