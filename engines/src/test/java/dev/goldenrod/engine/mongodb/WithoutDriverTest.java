package dev.goldenrod.engine.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.engine.DataDirectoryContext;
import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Programs that embed Goldenrod have the MongoDB driver only if they depend on it. */
class WithoutDriverTest {
  @Test
  void the_engine_is_there_and_says_what_is_missing_when_it_is_asked_for() throws Exception {
    try (URLClassLoader program = withoutDriver()) {
      Class<?> type = program.loadClass(MongoDbEngine.class.getName());
      Object engine = type.getConstructor().newInstance();

      assertThat(type.getMethod("type").invoke(engine)).isEqualTo("mongodb");
      type.getMethod("warmUp").invoke(engine);
      assertThatThrownBy(
              () ->
                  type.getMethod(
                          "initialise", program.loadClass(DataDirectoryContext.class.getName()))
                      .invoke(engine, (Object) null))
          .cause()
          .hasMessageContaining("add org.mongodb:mongodb-driver-sync to its dependencies");
    }
  }

  private static URLClassLoader withoutDriver() throws IOException {
    URL[] path =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> !Path.of(entry).getFileName().toString().startsWith("mongo"))
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
