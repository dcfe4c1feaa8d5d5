package dev.goldenrod.testkit.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.member.Actor;
import dev.goldenrod.source.Source;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random operations and failures in any order: the final state is always the desired one. */
abstract class ControlPlaneChaos extends ControlPlaneFaultContractPart {
  private static final Set<ErrorCode> EXPECTED =
      Set.of(
          ErrorCode.CONFLICT,
          ErrorCode.NOT_FOUND,
          ErrorCode.QUOTA_EXCEEDED,
          ErrorCode.INVALID_INPUT_BECAUSE,
          ErrorCode.GOLDEN_HAS_CHILDREN,
          ErrorCode.GOLDEN_REFERENCED);

  private Random random = new Random();
  private Source source;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void after_the_storm_all_is_as_wanted(long seed) {
    random = new Random(seed);
    source = createSource();
    register("shop");
    register("books");

    for (int i = 0; i < 400; i++) {
      runRandomOperation();
    }
    recover();

    assertInstancesAreAsWanted();
    assertImportsHaveEnded();
    assertThat(fake.inventory().handles()).isEqualTo(handlesOfVersions());
  }

  private void runRandomOperation() {
    try {
      switch (random.nextInt(20)) {
        case 0, 1, 2 -> launch(someone(), someGolden());
        case 3 -> control.instances().reset(admin, someInstance());
        case 4 -> control.instances().refresh(admin, someInstance(), someGolden());
        case 5 -> control.instances().delete(admin, someInstance());
        case 6 -> control.instances().extend(admin, someInstance(), Ttl.parse("12h"));
        case 7 -> startImport(source, someGolden());
        case 8 -> register(someGolden());
        case 9 -> deleteGolden();
        case 10 -> breakSomething();
        case 11 -> repairSomething();
        case 12 -> clock.advance(Duration.ofMinutes(random.nextInt(120)));
        case 13 -> restartSomething();
        case 14 -> control.imports().list(admin).stream().findAny().ifPresent(this::delete);
        default -> control.runDueOnce();
      }
    } catch (ControlPlaneException refused) {
      assertThat(EXPECTED).contains(refused.code());
    }
  }

  private Actor someone() {
    return random.nextBoolean() ? ada : bob;
  }

  private String someGolden() {
    return List.of("shop", "books", "toys").get(random.nextInt(3));
  }

  private UUID someInstance() {
    List<Instance> all = control.instances().list(admin);
    return all.isEmpty() ? UUID.randomUUID() : all.get(random.nextInt(all.size())).id();
  }

  private void deleteGolden() {
    control.goldens().list(admin).stream()
        .skip(random.nextInt(3))
        .findFirst()
        .ifPresent(one -> control.goldens().delete(admin, one.golden().id(), random.nextBoolean()));
  }

  private void delete(ImportJob job) {
    control.imports().delete(admin, job.id());
  }

  private void breakSomething() {
    switch (random.nextInt(8)) {
      case 0 -> fake.holdDatabases();
      case 1 -> fake.holdRemovals();
      case 2 -> fake.holdImports();
      case 3 -> fake.failNextDatabase("no space left");
      case 4 -> fake.blockDatabases("port taken");
      case 5 -> fake.failStep(ImportPhase.values()[1 + random.nextInt(4)], "no space left");
      case 6 -> fake.goOffline();
      default -> fake.ensuredDatabases().stream().findFirst().ifPresent(one -> kill(one.id()));
    }
  }

  private void kill(UUID clone) {
    try {
      fake.killDatabase(clone);
    } catch (IllegalStateException gone) {
      assertThat(gone).hasMessageContaining("does not exist");
    }
  }

  private void repairSomething() {
    switch (random.nextInt(5)) {
      case 0 -> fake.releaseDatabases();
      case 1 -> fake.releaseRemovals();
      case 2 -> fake.releaseImports();
      case 3 -> fake.unblockDatabases();
      default -> fake.comeOnline();
    }
  }

  private void restartSomething() {
    if (random.nextBoolean()) {
      restartAll();
    } else {
      control.close();
      control = builder().build();
    }
  }

  private void recover() {
    fake.comeOnline();
    fake.releaseDatabases();
    fake.releaseRemovals();
    fake.releaseImports();
    fake.unblockDatabases();
    for (int i = 0; i < 5; i++) {
      settleLater();
    }
  }

  private void assertInstancesAreAsWanted() {
    List<Instance> all = control.instances().list(admin);
    assertThat(all).allMatch(one -> one.phase().isSettled());
    all.stream()
        .filter(one -> one.phase() == InstancePhase.READY)
        .forEach(
            one ->
                assertThat(fake.databases().observe(one.id()).generation())
                    .isEqualTo(one.spec().cloneGeneration()));
    assertThat(fake.inventory().databases())
        .isEqualTo(all.stream().map(Instance::id).collect(Collectors.toSet()));
    assertThat(control.quotas().of(admin).activeInOrg()).isEqualTo(all.size());
  }

  private void assertImportsHaveEnded() {
    assertThat(control.imports().list(admin)).allMatch(job -> job.phase().isTerminal());
    assertThat(fake.inventory().imports()).isEmpty();
  }

  private Set<String> handlesOfVersions() {
    return control.goldens().list(admin).stream()
        .flatMap(one -> control.goldens().versions(admin, one.golden().id()).stream())
        .peek(version -> assertThat(version.isReady()).isTrue())
        .map(GoldenVersion::handle)
        .filter(handle -> !handle.equals(adapter().handle()))
        .collect(Collectors.toSet());
  }
}
