package dev.goldenrod.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Each kind of recipe creates the same data. */
@Tag("slow")
class RecipesIT {
  @RegisterExtension
  static final Goldenrod DB =
      Goldenrod.embedded(Path.of("target", "goldenrod"), Duration.ofSeconds(3))
          .golden("script", from -> from.script("db/script.sql"))
          .golden("file", from -> from.script(Path.of("src/test/resources/db/script.sql")))
          .golden("liquibase", from -> from.liquibase("db/changelog/main.xml"))
          .golden("dump", from -> from.dump(Path.of("src/test/resources/db/dump.sql")))
          .golden(
              "code",
              from -> from.script("db/script.sql").initializer("1", Books::addPersuasionAgain));

  @Test
  void a_script(@Clone("script") DataSource books) throws SQLException {
    assertThat(Books.titles(books)).containsExactly("Persuasion");
  }

  @Test
  void a_script_in_a_file(@Clone("file") DataSource books) throws SQLException {
    assertThat(Books.titles(books)).containsExactly("Persuasion");
  }

  @Test
  void a_change_log_of_liquibase(@Clone("liquibase") DataSource books) throws SQLException {
    assertThat(Books.titles(books)).containsExactly("Persuasion");
  }

  @Test
  void a_dump(@Clone("dump") DataSource books) throws SQLException {
    assertThat(Books.titles(books)).containsExactly("Persuasion");
  }

  @Test
  void several_steps(@Clone("code") DataSource books) throws SQLException {
    assertThat(Books.titles(books)).containsExactly("Persuasion", "Persuasion");
  }

  @Test
  void a_step_that_fails_tells_why() {
    CloneServer server = BackgroundServer.of(Path.of("target", "goldenrod"), Duration.ofSeconds(3));
    Recipe broken = new Recipe().initializer("1", Books::addPersuasionAgain);

    assertThatThrownBy(() -> server.launch(new Golden("broken", broken), 0, CloneSize.SMALL))
        .isInstanceOf(GoldenrodException.class)
        .hasMessageContaining("golden 'broken' cannot be created")
        .hasMessageContaining("relation \"books\" does not exist");
  }

  @Test
  void a_version_of_postgresql_that_cannot_run_is_refused() {
    CloneServer server = BackgroundServer.of(Path.of("target", "goldenrod"), Duration.ofSeconds(3));
    Recipe old = new Recipe().postgres("9").script("db/script.sql");

    assertThatThrownBy(() -> server.launch(new Golden("old", old), 0, CloneSize.SMALL))
        .isInstanceOf(GoldenrodException.class)
        .hasMessageMatching("golden 'old' needs PostgreSQL 9, which .* can");
  }
}
