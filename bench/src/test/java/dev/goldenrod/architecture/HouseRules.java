package dev.goldenrod.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import dev.goldenrod.port.Store;

/** The architecture rules: which module may depend on what. */
final class HouseRules {
  private static final String STORAGE = "dev.goldenrod.storage..";
  private static final String LOCAL = "dev.goldenrod.dataplane.local..";
  private static final String KUBERNETES = "dev.goldenrod.dataplane.k8s..";
  private static final String DATA_PLANES = "dev.goldenrod.dataplane..";
  private static final String MASKING = "dev.goldenrod.masking..";
  private static final String ENGINES = "dev.goldenrod.engine..";
  private static final String HTTP = "dev.goldenrod.http..";
  private static final String OIDC = "dev.goldenrod.oidc..";
  private static final String CONSOLE = "dev.goldenrod.console..";
  private static final String SERVER = "dev.goldenrod.server..";
  private static final String IMAGE = "dev.goldenrod.image..";
  private static final String JUNIT = "dev.goldenrod.junit..";
  private static final String BENCH = "dev.goldenrod.bench..";
  private static final String CLIENT = "dev.goldenrod.client..";
  private static final String CLI = "dev.goldenrod.cli..";
  private static final String PORTS = "dev.goldenrod.port..";
  private static final String FAKES = "dev.goldenrod.testing..";
  private static final String USE_CASES = "dev.goldenrod.control..";
  private static final String LOOP = "dev.goldenrod.reconcile..";

  /** Inserts tens of thousands of rows, for which no use case exists. */
  private static final String ROWS_OF_A_BENCHMARK = "dev.goldenrod.bench.http.SeededRows";

  private static final DescribedPredicate<JavaClass> CORE =
      resideInAPackage("dev.goldenrod..")
          .and(
              not(
                  resideInAnyPackage(
                      STORAGE,
                      MASKING,
                      ENGINES,
                      DATA_PLANES,
                      HTTP,
                      OIDC,
                      CONSOLE,
                      SERVER,
                      IMAGE,
                      JUNIT,
                      BENCH,
                      CLIENT,
                      CLI)))
          .as("classes of core");

  private static final DescribedPredicate<JavaClass> DOMAIN =
      CORE.and(not(resideInAnyPackage(PORTS, FAKES, USE_CASES, LOOP))).as("the domain");

  static final ArchRule CORE_KNOWS_NO_FRAMEWORK =
      classes()
          .that(CORE)
          .should()
          .onlyDependOnClassesThat(
              CORE.or(
                  resideInAnyPackage("java..", "javax.crypto..", "org.slf4j..", "org.jspecify..")
                      .and(not(resideInAPackage("java.sql..")))))
          .as("core depends on the JDK without java.sql, on slf4j and on jspecify only");

  static final ArchRule DOMAIN_KNOWS_NOTHING_BELOW =
      noClasses()
          .that(DOMAIN)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(PORTS, FAKES, USE_CASES, LOOP)
          .as("the domain knows neither ports nor use cases nor the loop");

  static final ArchRule STORAGE_SEES_NO_OTHER_ADAPTER =
      seesNone(STORAGE, ENGINES, DATA_PLANES, HTTP, SERVER);

  static final ArchRule LOCAL_DATA_PLANE_SEES_NO_OTHER_ADAPTER =
      seesNone(LOCAL, STORAGE, KUBERNETES, HTTP, SERVER);

  static final ArchRule KUBERNETES_DATA_PLANE_SEES_NO_OTHER_ADAPTER =
      seesNone(KUBERNETES, STORAGE, LOCAL, HTTP, SERVER);

  static final ArchRule WHAT_DATA_PLANES_SHARE_SEES_NO_ADAPTER =
      noClasses()
          .that(resideInAPackage(DATA_PLANES).and(not(resideInAnyPackage(LOCAL, KUBERNETES))))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(STORAGE, LOCAL, KUBERNETES, HTTP, SERVER)
          .as("what data planes share sees no adapter");

  static final ArchRule IMPORTS_STAY_BEHIND_THE_ENGINES =
      noClasses()
          .that()
          .resideInAnyPackage(LOCAL, KUBERNETES)
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.goldenrod.engine.postgres.imports..")
          .as("data planes import by what each engine can, and know the imports of none");

  static final ArchRule HTTP_SEES_NO_OTHER_ADAPTER =
      seesNone(HTTP, STORAGE, ENGINES, DATA_PLANES, SERVER);

  static final ArchRule CONSOLE_SEES_NO_ADAPTER =
      seesNone(CONSOLE, STORAGE, ENGINES, DATA_PLANES, HTTP, SERVER);

  static final ArchRule SINGLE_SIGN_ON_SEES_NO_ADAPTER =
      seesNone(OIDC, STORAGE, ENGINES, DATA_PLANES, HTTP, CONSOLE, SERVER);

  static final ArchRule ITS_PROTOCOL_STAYS_IN_SINGLE_SIGN_ON = onlyIn("com.nimbusds..", OIDC);

  static final ArchRule MASKING_SEES_ITSELF_ALONE =
      noClasses()
          .that()
          .resideInAPackage(MASKING)
          .should()
          .dependOnClassesThat(
              resideInAPackage("dev.goldenrod..").and(not(resideInAPackage(MASKING))))
          .as("of Goldenrod masking sees itself alone");

  static final ArchRule ENGINES_SEE_NO_ADAPTER =
      seesNone(ENGINES, STORAGE, DATA_PLANES, HTTP, SERVER);

  static final ArchRule JUNIT_EXTENSION_SEES_NO_ADAPTER =
      seesNone(JUNIT, STORAGE, ENGINES, DATA_PLANES, HTTP, SERVER);

  static final ArchRule CLIENT_KNOWS_JACKSON_ALONE =
      classes()
          .that()
          .resideInAPackage(CLIENT)
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              CLIENT, "java..", "javax.net.ssl..", "com.fasterxml.jackson..", "org.jspecify..")
          .as("the client depends on the JDK, on Jackson and on jspecify only");

  static final ArchRule COMMAND_LINE_SEES_THE_CLIENT_ALONE =
      noClasses()
          .that()
          .resideInAPackage(CLI)
          .should()
          .dependOnClassesThat(
              resideInAPackage("dev.goldenrod..").and(not(resideInAnyPackage(CLI, CLIENT))))
          .as("of Goldenrod the command line sees the client alone");

  static final ArchRule CLIENT_IS_FOR_THOSE_WHO_ASK_A_SERVER =
      noClasses()
          .that()
          .resideOutsideOfPackages(CLIENT, CLI, JUNIT, BENCH, "dev.goldenrod.server.demo..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage(CLIENT)
          .as("the client is used by those who play a user of a server only");

  /**
   * Agents connect to servers, servers notify each other of waiting work, images download a
   * runtime, and issuers of identities are asked about accounts.
   */
  static final ArchRule REQUESTS_STAY_IN_THE_CLIENT =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              CLIENT,
              CLI,
              "dev.goldenrod.dataplane.remote.agent..",
              "dev.goldenrod.http.route..",
              "dev.goldenrod.http.websocket..",
              OIDC,
              BENCH,
              IMAGE)
          .should()
          .dependOnClassesThat()
          .resideInAPackage("java.net.http..")
          .as("requests are sent by the client, by agents, between servers and for images only");

  static final ArchRule NOBODY_SEES_THE_BENCHMARKS =
      noClasses()
          .that()
          .resideOutsideOfPackage(BENCH)
          .should()
          .dependOnClassesThat()
          .resideInAPackage(BENCH)
          .as("nobody sees the benchmarks");

  static final ArchRule HTTP_SPEAKS_TO_USE_CASES_ONLY =
      noClasses()
          .that()
          .resideInAPackage(HTTP)
          .should()
          .dependOnClassesThat()
          .resideInAPackage(PORTS)
          .as("http talks to use cases, never to ports");

  static final ArchRule JDBI_STAYS_IN_STORAGE = onlyIn("org.jdbi..", STORAGE);

  static final ArchRule KUBERNETES_CLIENT_STAYS_IN_ITS_DATA_PLANE =
      onlyIn("io.kubernetes..", KUBERNETES);

  /** The benchmarks compare with a bare Javalin. */
  static final ArchRule JAVALIN_STAYS_IN_HTTP = onlyIn("io.javalin..", HTTP, CONSOLE, BENCH);

  static final ArchRule SQL_STAYS_WHERE_DATABASES_ARE_SPOKEN_TO =
      noClasses()
          .that()
          .resideOutsideOfPackages(STORAGE, ENGINES, "dev.goldenrod.server.demo..", JUNIT, BENCH)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.sql..", "javax.sql..")
          .as(
              "java.sql is used by the store, by the engines, and by those that play a database's user");

  /**
   * The JUnit extension and the command line start servers in the background, the command line also
   * starts database clients, the benchmarks measure server processes, and images run a program that
   * lists a program's libraries.
   */
  static final ArchRule PROCESSES_STAY_IN_THE_LOCAL_DATA_PLANE =
      noClasses()
          .that()
          .resideOutsideOfPackages(LOCAL, JUNIT, BENCH, IMAGE, CLI)
          .should()
          .dependOnClassesThat(assignableTo(ProcessBuilder.class))
          .orShould()
          .callMethodWhere(calls(Runtime.class, "exec"))
          .as(
              "only the local data plane, the JUnit extension, the command line, images and the benchmarks start processes");

  static final ArchRule FAKES_STAY_IN_TESTS =
      noClasses()
          .that()
          .resideOutsideOfPackage(FAKES)
          .should()
          .dependOnClassesThat()
          .resideInAPackage(FAKES)
          .as("no production code depends on the fakes");

  static final ArchRule ADAPTERS_SHOW_NOTHING_OF_THEIR_INSIDE =
      classes()
          .that(LibraryApi.OF_ADAPTERS)
          .should(LibraryApi.referenceOnlyApiTypes())
          .as("what embedders see of adapters names nothing that they do not see");

  static final ArchRule TRANSACTIONS_STAY_IN_USE_CASES =
      noClasses()
          .that(not(assignableTo(Store.class)))
          .and()
          .resideOutsideOfPackages(USE_CASES, LOOP)
          .and()
          .doNotHaveFullyQualifiedName(ROWS_OF_A_BENCHMARK)
          .should()
          .callMethodWhere(calls(Store.class, "(in|use)Transaction"))
          .as("transactions are opened by use cases and the loop only");

  static final ArchRule PACKAGES_ARE_FREE_OF_CIRCLES =
      SlicesRuleDefinition.slices()
          .assignedFrom(
              new SliceAssignment() {
                @Override
                public SliceIdentifier getIdentifierOf(JavaClass type) {
                  return SliceIdentifier.of(type.getPackageName());
                }

                @Override
                public String getDescription() {
                  return "packages";
                }
              })
          .should()
          .beFreeOfCycles()
          .as("no circle between packages");

  private HouseRules() {}

  private static DescribedPredicate<JavaCall<?>> calls(Class<?> type, String method) {
    return JavaCall.Predicates.target(owner(assignableTo(type)))
        .and(JavaCall.Predicates.target(nameMatching(method)));
  }

  private static ArchRule seesNone(String adapter, String... others) {
    return noClasses()
        .that()
        .resideInAPackage(adapter)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(others)
        .as(adapter + " sees no other adapter")
        .allowEmptyShould(true);
  }

  private static ArchRule onlyIn(String library, String... packages) {
    return noClasses()
        .that()
        .resideOutsideOfPackages(packages)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(library)
        .as(library + " is used in " + String.join(" and ", packages) + " only");
  }
}
