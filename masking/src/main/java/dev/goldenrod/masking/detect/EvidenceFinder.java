package dev.goldenrod.masking.detect;

import dev.goldenrod.masking.detect.NameDictionary.Match;
import dev.goldenrod.masking.schema.Column;
import dev.goldenrod.masking.schema.Table;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds out what a column holds by its name, comment, type and samples. Thread-safe. */
final class EvidenceFinder {
  private static final NameDictionary<DataKind> NAMES =
      NameDictionary.read("column-names.txt", DataKind.class);
  private static final NameDictionary<Harmless> HARMLESS =
      NameDictionary.read("harmless-names.txt", Harmless.class);

  private static final Set<String> ANY_NAME =
      Set.of("name", "names", "nom", "nombre", "nome", "naam", "nazwa");
  private static final Set<String> PEOPLE =
      Set.of(
          "person",
          "people",
          "user",
          "customer",
          "client",
          "employee",
          "staff",
          "member",
          "contact",
          "patient",
          "student",
          "teacher",
          "actor",
          "guest",
          "driver",
          "account",
          "kunde",
          "kunden",
          "mitarbeiter",
          "benutzer",
          "personen",
          "personne",
          "utilisateur",
          "salarie",
          "persona",
          "cliente",
          "usuario",
          "empleado",
          "utente",
          "dipendente",
          "klant",
          "persoon",
          "medewerker",
          "pessoa",
          "funcionario",
          "osoba",
          "klient",
          "pracownik",
          "users",
          "customers",
          "clients",
          "employees",
          "members",
          "contacts",
          "patients",
          "persons",
          "owner",
          "author");

  private static final int NAME_AND_SAMPLES = 95;
  private static final int SAMPLES_ALONE = 90;
  private static final int NAME_ALONE = 80;
  private static final int SOME_SAMPLES = 70;
  private static final int COMMENT_ALONE = 60;
  private static final int SAMPLES_DIFFER = 50;

  /** Samples that do not look like what the name says are below this percentage. */
  private static final int FEW = 30;

  private static final Set<DataKind> WITH_FORM =
      Set.of(DataKind.EMAIL, DataKind.IBAN, DataKind.CARD, DataKind.IP, DataKind.MAC);

  /** Returns what makes the column sensitive, if anything does. */
  Optional<Evidence> find(Table table, Column column, SampleStatistics samples) {
    return byName(table, column, samples)
        .or(() -> bySamples(samples))
        .or(() -> byComment(column))
        .or(() -> byType(column));
  }

  private static Optional<Evidence> byName(Table table, Column column, SampleStatistics samples) {
    String words = Words.ofName(column.name());
    if (ANY_NAME.contains(words)) {
      return isOfPeople(table)
          ? Optional.of(new Evidence(DataKind.FULL_NAME, NAME_ALONE, "a name in a table of people"))
          : Optional.empty();
    }
    return NAMES.find(words).map(match -> withSamples(match, samples));
  }

  private static boolean isOfPeople(Table table) {
    return Set.of(Words.ofName(table.name()).split(" ")).stream().anyMatch(PEOPLE::contains);
  }

  private static Evidence withSamples(Match<DataKind> match, SampleStatistics samples) {
    DataKind kind = match.meaning();
    String name = "its name ('%s') says %s".formatted(match.phrase(), kind.plural());
    Optional<DataKind> sampled = samples.kind();
    if (sampled.isPresent() && sampled.get() == kind) {
      return new Evidence(
          kind,
          NAME_AND_SAMPLES,
          "%s, and so do %d %% of %d samples"
              .formatted(name, samples.percent(kind), samples.count()));
    }
    if (sampled.isPresent()) {
      return new Evidence(
          sampled.get(),
          SOME_SAMPLES,
          "%s, but %d %% of %d samples look like %s"
              .formatted(
                  name, samples.percent(sampled.get()), samples.count(), sampled.get().plural()));
    }
    if (WITH_FORM.contains(kind) && samples.count() > 0 && samples.percent(kind) < FEW) {
      return new Evidence(kind, SAMPLES_DIFFER, name + ", but samples do not look like that");
    }
    return new Evidence(kind, NAME_ALONE, name);
  }

  private static Optional<Evidence> bySamples(SampleStatistics samples) {
    Optional<Evidence> most =
        samples
            .kind()
            .map(
                kind ->
                    new Evidence(
                        kind,
                        SAMPLES_ALONE,
                        "%d %% of %d samples look like %s"
                            .formatted(samples.percent(kind), samples.count(), kind.plural())));
    return most.or(
        () ->
            samples.mixed() > 0
                ? Optional.of(
                    new Evidence(
                        DataKind.FREE_TEXT,
                        SOME_SAMPLES,
                        "%d of %d samples contain addresses, accounts or numbers of people"
                            .formatted(samples.mixed(), samples.count())))
                : Optional.empty());
  }

  private static Optional<Evidence> byComment(Column column) {
    return Optional.ofNullable(column.comment())
        .flatMap(comment -> NAMES.find(Words.ofName(comment)))
        .map(
            match ->
                new Evidence(
                    match.meaning(),
                    COMMENT_ALONE,
                    "its comment ('%s') says %s"
                        .formatted(match.phrase(), match.meaning().plural())));
  }

  private static Optional<Evidence> byType(Column column) {
    return switch (TypeFamily.of(column.typeInfo())) {
      case IP -> Optional.of(new Evidence(DataKind.IP, NAME_ALONE, "its type holds IP addresses"));
      case MAC, MAC8 ->
          Optional.of(new Evidence(DataKind.MAC, NAME_ALONE, "its type holds MAC addresses"));
      case UUID ->
          Optional.of(
              new Evidence(DataKind.UUID, SOME_SAMPLES, "UUIDs can be known outside the database"));
      case GEOMETRY ->
          Optional.of(new Evidence(DataKind.LOCATION, SOME_SAMPLES, "its type holds locations"));
      default -> Optional.empty();
    };
  }

  /** Returns why the column can be kept, if its name, type and samples say so. */
  Optional<String> findHarmless(Column column, SampleStatistics samples) {
    TypeFamily family = TypeFamily.of(column.typeInfo());
    if (family == TypeFamily.BOOLEAN) {
      return Optional.of("true or false");
    }
    if (family == TypeFamily.ENUM) {
      return Optional.of("the labels of an enum");
    }
    return HARMLESS
        .find(Words.ofName(column.name()))
        .filter(match -> fits(match.meaning(), family, samples))
        .map(match -> match.meaning().singular());
  }

  private static boolean fits(Harmless harmless, TypeFamily family, SampleStatistics samples) {
    return switch (harmless) {
      case TEXT -> family == TypeFamily.TEXT && !samples.hasSensitive();
      case CODE -> family == TypeFamily.TEXT && samples.areCodes() || family == TypeFamily.INTEGER;
      case NUMBER -> family.isNumber();
      case TIME -> family.isTime();
    };
  }

  /** Returns the kinds of data in JSON documents, by their keys and values. */
  static String describe(Set<DataKind> kinds) {
    return kinds.stream().map(DataKind::plural).collect(Collectors.joining(", "));
  }

  static Optional<DataKind> ofName(String name) {
    return NAMES.find(Words.ofName(name)).map(Match::meaning);
  }
}
