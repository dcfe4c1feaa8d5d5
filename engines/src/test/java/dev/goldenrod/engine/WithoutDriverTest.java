package dev.goldenrod.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs that embed Goldenrod have the drivers of MySQL and MongoDB only if they add them. */
class WithoutDriverTest {
  @ParameterizedTest
  @CsvSource({
    "dev.goldenrod.engine.mongodb.MongoDbEngine, mongodb, org.mongodb:mongodb-driver-sync",
    "dev.goldenrod.engine.mysql.MySqlEngine, mysql, org.mariadb.jdbc:mariadb-java-client"
  })
  void the_engine_is_there_and_says_what_is_missing_when_it_is_asked_for(
      String engineClass, String name, String artifact) throws Exception {
    try (URLClassLoader program = withoutDrivers()) {
      Class<?> type = program.loadClass(engineClass);
      Object engine = type.getConstructor().newInstance();

      assertThat(type.getMethod("type").invoke(engine)).isEqualTo(name);
      type.getMethod("warmUp").invoke(engine);
      assertThatThrownBy(
              () ->
                  type.getMethod(
                          "initialise", program.loadClass(DataDirectoryContext.class.getName()))
                      .invoke(engine, (Object) null))
          .cause()
          .hasMessageContaining("add %s to its dependencies", artifact);
    }
  }

  private static URLClassLoader withoutDrivers() throws IOException {
    URL[] path =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> !Path.of(entry).getFileName().toString().matches("(mongo|mariadb).*"))
            .map(WithoutDriverTest::url)
            .toArray(URL[]::new);
    return new URLClassLoader(path, ClassLoader.getPlatformClassLoader());
  }

  private static URL url(String entry) {
    try {
      return Path.of(entry).toUri().toURL();
    } catch (MalformedURLException e) {
      throw new AssertionError(e);
    }
  }
}
