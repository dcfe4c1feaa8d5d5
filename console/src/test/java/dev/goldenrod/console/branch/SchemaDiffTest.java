package dev.goldenrod.console.branch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SchemaDiffTest {
  private static final String SCRIPT =
      """
      -- Turns the schema of database 'shop' into that of 'shop-less'.
      -- Tried on a copy of 'shop': 5 of 6 statements worked, 1 objects still differ, 1 statements can lose data.

      SET check_function_bodies = false;

      CREATE FUNCTION public.total() RETURNS integer AS $$
      BEGIN

        RETURN 1;
      END $$;

      -- loses data: column grams of public.tea: 1 rows, 1 of them with a value
      ALTER TABLE public.tea DROP COLUMN grams;

      ALTER TABLE public.tea ADD COLUMN price numeric;

      -- FAILED when tried: ERROR: value too long for type character varying(4)
      -- ALTER TABLE public.tea ALTER COLUMN name TYPE character varying(4)

      -- NOT EXPRESSED: TABLE public.tea
      -- in 'shop' afterwards: CREATE TABLE public.tea (
      --     name text
      -- );
      -- in 'shop-less': missing
      """;

  private final SchemaDiff diff = SchemaDiff.parse(SCRIPT);

  @Test
  void lines_are_marked_by_what_their_statements_do() {
    String marked =
        diff.lines().stream()
            .map(line -> (line.mark().sign() + " " + line.text()).strip())
            .collect(Collectors.joining("\n"));

    assertThat(marked)
        .isEqualTo(
            """
            + CREATE FUNCTION public.total() RETURNS integer AS $$
            + BEGIN

            +   RETURN 1;
            + END $$;

            ! Data that is not in the branch: column grams of public.tea: 1 rows, 1 of them with a value
            - ALTER TABLE public.tea DROP COLUMN grams;

            + ALTER TABLE public.tea ADD COLUMN price numeric;

            ! Failed when it was tried: ERROR: value too long for type character varying(4)
            ALTER TABLE public.tea ALTER COLUMN name TYPE character varying(4)

            ! No statement makes this change: TABLE public.tea
            - CREATE TABLE public.tea (
            -     name text
            - );""");
  }

  @Test
  void losses_and_the_summary_are_told_apart() {
    assertThat(diff.losses())
        .isEqualTo(List.of("column grams of public.tea: 1 rows, 1 of them with a value"));
    assertThat(diff.summary()).startsWith("Tried on a copy of 'shop'");
  }

  @Test
  void equal_schemas_have_no_lines() {
    SchemaDiff same =
        SchemaDiff.parse(
            "-- Turns the schema of database 'a' into that of 'b'.\n-- The schemas are the same.\n");

    assertThat(same.isEmpty()).isTrue();
    assertThat(same.summary()).isEqualTo("The schemas are the same.");
  }
}
