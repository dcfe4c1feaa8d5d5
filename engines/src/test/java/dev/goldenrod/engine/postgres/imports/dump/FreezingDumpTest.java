package dev.goldenrod.engine.postgres.imports.dump;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FreezingDumpTest {
  private static final String LARGE = "COPY public.\"größe\" (id, \"text\") FROM stdin;\n";

  @Test
  void a_large_table_is_emptied_in_the_transaction_that_loads_it() {
    byte[] edited = edit(contents("other", LARGE, "more"));

    assertThat(edited)
        .isEqualTo(
            contents(
                "other",
                "TRUNCATE TABLE ONLY public.\"größe\"; "
                    + "COPY public.\"größe\" (id, \"text\") FROM stdin WITH (FREEZE);\n",
                "more"));
  }

  @Test
  void other_tables_are_loaded_as_before() {
    byte[] contents = contents("COPY public.small (id) FROM stdin;\n");

    assertThat(edit(contents)).isEqualTo(contents);
  }

  @Test
  void a_text_that_contains_the_statement_is_kept() {
    byte[] contents = contents("COMMENT IS '" + LARGE + "'", LARGE + LARGE);

    assertThat(edit(contents)).isEqualTo(contents);
  }

  private static byte[] edit(byte[] contents) {
    return FreezingDump.edit(contents, Set.of("public.\"größe\""));
  }

  private static byte[] contents(String... strings) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes("PGDMP".getBytes(StandardCharsets.US_ASCII));
    for (String string : strings) {
      all.writeBytes(EditedDump.string(string));
    }
    return all.toByteArray();
  }
}
