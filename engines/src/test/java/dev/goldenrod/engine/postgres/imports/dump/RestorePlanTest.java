package dev.goldenrod.engine.postgres.imports.dump;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.engine.postgres.imports.destination.SuperuserObjects.CreatedObjects;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata.Extension;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata.ExtensionTable;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata.Schema;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RestorePlanTest {
  private static final List<TocEntry> CONTENTS =
      Stream.of(
              "1; 1259 100 TABLE public t owner",
              "2; 1259 101 TABLE public t old owner",
              "3; 0 100 TABLE DATA public t owner",
              "4; 0 101 TABLE DATA public t old owner",
              "5; 2615 7 SCHEMA - made before owner",
              "6; 2615 8 SCHEMA - made owner",
              "7; 6104 9 PUBLICATION - all owner",
              "8; 6104 10 PUBLICATION - all of it owner",
              "9; 0 0 ACL public TABLE t owner",
              "10; 3256 11 ROW SECURITY public t owner")
          .flatMap(line -> TocEntry.parse(line).stream())
          .toList();

  private final RestorePlan plan =
      new RestorePlan(
          CONTENTS,
          new CreatedObjects(
              List.of(),
              List.of(
                  new Extension(
                      "gone",
                      new Schema(2200, "public"),
                      List.of(new ExtensionTable(100, "public", "t")))),
              Set.of(7L),
              Set.of(9L)));

  @Test
  void rows_of_a_table_whose_name_begins_like_one_that_is_left_out_are_loaded() {
    assertThat(CONTENTS)
        .filteredOn(e -> e.is("TABLE DATA"))
        .filteredOn(plan::isData)
        .extracting(TocEntry::id)
        .containsExactly(4);
    assertThat(CONTENTS).filteredOn(plan::hasData).extracting(TocEntry::id).containsExactly(1, 2);
  }

  @Test
  void what_was_made_before_is_not_made_again_and_its_namesakes_are() {
    assertThat(CONTENTS)
        .filteredOn(e -> e.is("SCHEMA"))
        .filteredOn(plan::isDefinition)
        .extracting(TocEntry::id)
        .containsExactly(6);
    assertThat(CONTENTS)
        .filteredOn(e -> e.is("PUBLICATION"))
        .filteredOn(plan::isBuilt)
        .extracting(TocEntry::id)
        .containsExactly(8);
  }

  @Test
  void grants_are_replayed_and_rows_are_hidden_last() {
    assertThat(CONTENTS)
        .filteredOn(plan::isGrantToReplay)
        .extracting(TocEntry::id)
        .containsExactly(9);
    assertThat(CONTENTS)
        .filteredOn(plan::isRowSecurity)
        .extracting(TocEntry::id)
        .containsExactly(10);
    assertThat(CONTENTS).filteredOn(e -> e.is("ACL", "ROW SECURITY")).noneMatch(plan::isBuilt);
  }

  @Test
  void entries_without_an_owner_keep_their_name_and_no_kind_is_said_twice() {
    assertThat(
            Stream.of(
                    "1; 2601 16390 ACCESS METHOD - heap2 ",
                    "2; 3601 16391 TEXT SEARCH PARSER ag pz ",
                    "3; 2605 16392 CAST - CAST (int AS text) ",
                    "4; 1418 16393 USER MAPPING - USER MAPPING app SERVER s1 app",
                    "5; 1259 16394 TABLE public t old owner")
                .flatMap(line -> TocEntry.parse(line).stream())
                .map(TocEntry::describe))
        .containsExactly(
            "access method 'heap2'",
            "text search parser 'ag.pz'",
            "cast '(int AS text)'",
            "user mapping 'app SERVER s1'",
            "table 'public.t old'");
  }
}
