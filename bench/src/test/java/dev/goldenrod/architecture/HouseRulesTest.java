package dev.goldenrod.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import dev.goldenrod.cli.planted.CommandThatSeesTheServer;
import dev.goldenrod.client.planted.ClientThatSeesTheCore;
import dev.goldenrod.console.planted.PageThatSeesTheApi;
import dev.goldenrod.dataplane.k8s.planted.AdapterThatSeesTheStore;
import dev.goldenrod.dataplane.local.planted.AdapterThatImportsByItself;
import dev.goldenrod.dataplane.local.planted.AdapterThatSeesHttp;
import dev.goldenrod.dataplane.planted.DriverThatSeesADataPlane;
import dev.goldenrod.engine.planted.EngineThatSeesTheLocalDataPlane;
import dev.goldenrod.golden.planted.DomainThatKnowsItsStore;
import dev.goldenrod.golden.planted.DomainWithAFramework;
import dev.goldenrod.http.SurfaceThatNamesItsTechnology;
import dev.goldenrod.http.planted.AdapterThatSeesTheDataPlane;
import dev.goldenrod.http.planted.HandlerThatAsksAnotherServer;
import dev.goldenrod.http.planted.HandlerThatHoldsAPort;
import dev.goldenrod.http.planted.HandlerThatReadsByJdbi;
import dev.goldenrod.http.planted.HandlerThatReadsBySql;
import dev.goldenrod.junit.planted.ExtensionThatSeesTheServer;
import dev.goldenrod.masking.planted.MaskThatSeesTheCore;
import dev.goldenrod.oidc.planted.SignInThatSeesTheConsole;
import dev.goldenrod.server.planted.KubernetesAtTheTop;
import dev.goldenrod.server.planted.ProcessAtTheTop;
import dev.goldenrod.server.planted.RequestAtTheTop;
import dev.goldenrod.server.planted.RouteAtTheTop;
import dev.goldenrod.server.planted.ServerOnFakes;
import dev.goldenrod.server.planted.ServerThatSeesTheBench;
import dev.goldenrod.server.planted.ServerThatVerifiesTokens;
import dev.goldenrod.server.planted.TransactionAtTheTop;
import dev.goldenrod.server.planted.here.HereUsesThere;
import dev.goldenrod.server.planted.there.ThereUsesHere;
import dev.goldenrod.storage.planted.AdapterThatSeesTheServer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class HouseRulesTest {
  private static final JavaClasses PRODUCTION =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.goldenrod");

  static Stream<Arguments> rulesAndTheirViolations() {
    return Stream.of(
        Arguments.of(HouseRules.CORE_KNOWS_NO_FRAMEWORK, DomainWithAFramework.class),
        Arguments.of(HouseRules.DOMAIN_KNOWS_NOTHING_BELOW, DomainThatKnowsItsStore.class),
        Arguments.of(HouseRules.STORAGE_SEES_NO_OTHER_ADAPTER, AdapterThatSeesTheServer.class),
        Arguments.of(HouseRules.LOCAL_DATA_PLANE_SEES_NO_OTHER_ADAPTER, AdapterThatSeesHttp.class),
        Arguments.of(
            HouseRules.KUBERNETES_DATA_PLANE_SEES_NO_OTHER_ADAPTER, AdapterThatSeesTheStore.class),
        Arguments.of(
            HouseRules.WHAT_DATA_PLANES_SHARE_SEES_NO_ADAPTER, DriverThatSeesADataPlane.class),
        Arguments.of(HouseRules.IMPORTS_STAY_BEHIND_THE_ENGINES, AdapterThatImportsByItself.class),
        Arguments.of(HouseRules.ENGINES_SEE_NO_ADAPTER, EngineThatSeesTheLocalDataPlane.class),
        Arguments.of(HouseRules.CONSOLE_SEES_NO_ADAPTER, PageThatSeesTheApi.class),
        Arguments.of(HouseRules.SINGLE_SIGN_ON_SEES_NO_ADAPTER, SignInThatSeesTheConsole.class),
        Arguments.of(
            HouseRules.ITS_PROTOCOL_STAYS_IN_SINGLE_SIGN_ON, ServerThatVerifiesTokens.class),
        Arguments.of(HouseRules.MASKING_SEES_ITSELF_ALONE, MaskThatSeesTheCore.class),
        Arguments.of(HouseRules.HTTP_SEES_NO_OTHER_ADAPTER, AdapterThatSeesTheDataPlane.class),
        Arguments.of(HouseRules.JUNIT_EXTENSION_SEES_NO_ADAPTER, ExtensionThatSeesTheServer.class),
        Arguments.of(HouseRules.CLIENT_KNOWS_JACKSON_ALONE, ClientThatSeesTheCore.class),
        Arguments.of(HouseRules.COMMAND_LINE_SEES_THE_CLIENT_ALONE, CommandThatSeesTheServer.class),
        Arguments.of(
            HouseRules.CLIENT_IS_FOR_THOSE_WHO_ASK_A_SERVER, HandlerThatAsksAnotherServer.class),
        Arguments.of(HouseRules.REQUESTS_STAY_IN_THE_CLIENT, RequestAtTheTop.class),
        Arguments.of(HouseRules.NOBODY_SEES_THE_BENCHMARKS, ServerThatSeesTheBench.class),
        Arguments.of(HouseRules.HTTP_SPEAKS_TO_USE_CASES_ONLY, HandlerThatHoldsAPort.class),
        Arguments.of(HouseRules.JDBI_STAYS_IN_STORAGE, HandlerThatReadsByJdbi.class),
        Arguments.of(
            HouseRules.KUBERNETES_CLIENT_STAYS_IN_ITS_DATA_PLANE, KubernetesAtTheTop.class),
        Arguments.of(HouseRules.JAVALIN_STAYS_IN_HTTP, RouteAtTheTop.class),
        Arguments.of(
            HouseRules.SQL_STAYS_WHERE_DATABASES_ARE_SPOKEN_TO, HandlerThatReadsBySql.class),
        Arguments.of(HouseRules.PROCESSES_STAY_IN_THE_LOCAL_DATA_PLANE, ProcessAtTheTop.class),
        Arguments.of(HouseRules.FAKES_STAY_IN_TESTS, ServerOnFakes.class),
        Arguments.of(
            HouseRules.ADAPTERS_SHOW_NOTHING_OF_THEIR_INSIDE, SurfaceThatNamesItsTechnology.class),
        Arguments.of(HouseRules.TRANSACTIONS_STAY_IN_USE_CASES, TransactionAtTheTop.class));
  }

  @ParameterizedTest
  @MethodSource("rulesAndTheirViolations")
  void production_code_keeps_the_rule(ArchRule rule, Class<?> violation) {
    rule.check(PRODUCTION);
  }

  @ParameterizedTest
  @MethodSource("rulesAndTheirViolations")
  void the_rule_catches_a_planted_violation(ArchRule rule, Class<?> violation) {
    JavaClasses planted = new ClassFileImporter().importClasses(violation);

    assertThat(rule.evaluate(planted).hasViolation()).isTrue();
  }

  @Test
  void no_packages_depend_on_each_other_in_a_circle() {
    HouseRules.PACKAGES_ARE_FREE_OF_CIRCLES.check(PRODUCTION);
  }

  @Test
  void a_planted_circle_is_caught() {
    JavaClasses planted =
        new ClassFileImporter().importClasses(HereUsesThere.class, ThereUsesHere.class);

    assertThat(HouseRules.PACKAGES_ARE_FREE_OF_CIRCLES.evaluate(planted).hasViolation()).isTrue();
  }

  @Test
  void all_modules_are_looked_at() {
    assertThat(PRODUCTION.stream().map(type -> type.getPackageName()).distinct())
        .contains(
            "dev.goldenrod.port",
            "dev.goldenrod.testing",
            "dev.goldenrod.storage.jdbi",
            "dev.goldenrod.masking",
            "dev.goldenrod.engine.postgres",
            "dev.goldenrod.dataplane.local",
            "dev.goldenrod.http",
            "dev.goldenrod.server",
            "dev.goldenrod.client",
            "dev.goldenrod.cli",
            "dev.goldenrod.junit",
            "dev.goldenrod.bench");
  }
}
