package dev.goldenrod.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Invalid recipes are refused with a remedy and before a server is started. */
class MisdescribedGoldenTest {
  private static final URL RESOURCES =
      MisdescribedGoldenTest.class.getResource("/junit-platform.properties");

  @TempDir private Path folder;

  @Test
  void a_name_that_no_server_takes() {
    requireRefusal("Shop", from -> from.script("db/script.sql"), "golden 'Shop' must have 1 to 40");
  }

  @Test
  void files_and_folders_that_are_not_there() {
    requireRefusal("shop", from -> from.script("nosuch.sql"), "no nosuch.sql");
    requireRefusal("shop", from -> from.migrations("db/nosuch"), "no folder db/nosuch");
    requireRefusal("shop", from -> from.liquibase("db/nosuch/main.xml"), "no folder db/nosuch");
    requireRefusal("shop", from -> from.dump(Path.of("nosuch.sql")), "nosuch.sql");
    requireRefusal("shop", from -> from.directory(Path.of("nosuch")), "nosuch/global/pg_control");
  }

  @Test
  void tools_that_are_not_on_the_class_path() throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader all = thread.getContextClassLoader();
    URL[] withoutTools = {new URL(RESOURCES, ".")};
    try (URLClassLoader some =
        new URLClassLoader(withoutTools, ClassLoader.getPlatformClassLoader())) {
      thread.setContextClassLoader(some);
      requireRefusal("shop", from -> from.migrations("db/migration"), "flyway-database-postgresql");
      requireRefusal("shop", from -> from.liquibase("db/changelog/main.xml"), "liquibase-core");
    } finally {
      thread.setContextClassLoader(all);
    }
  }

  @Test
  void a_folder_may_be_named_as_flyway_and_as_java_name_it() {
    assertThat(ClassPath.path("classpath:db/migration")).isEqualTo("db/migration");
    assertThat(ClassPath.path("classpath:/db/migration")).isEqualTo("db/migration");
    assertThat(ClassPath.path("/db/migration")).isEqualTo("db/migration");
    assertThat(ClassPath.path("db/migration")).isEqualTo("db/migration");
  }

  private void requireRefusal(String golden, Consumer<Recipe> from, String message) {
    Path server = folder.resolve("server");
    Goldenrod db = Goldenrod.embedded(server).golden(golden, from);

    assertThatThrownBy(() -> db.launch(golden)).hasMessageContaining(message);

    assertThat(server).doesNotExist();
  }
}
