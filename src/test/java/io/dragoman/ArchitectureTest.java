package io.dragoman;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The arrows between the packages. */
@AnalyzeClasses(packages = "io.dragoman", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule CONVERSATION_STANDS_ALONE = classes().that().resideInAPackage("io.dragoman.conversation..")
            .should().onlyDependOnClassesThat().resideInAnyPackage("io.dragoman.conversation..", "java..", "com.fasterxml.jackson..", "org.jspecify..")
            .because("the model knows neither Camel nor any wire");

    @ArchTest
    static final ArchRule WIRES_REPLAY_AND_REPAIR_SEE_THE_MODEL = classes()
            .that().resideInAnyPackage("io.dragoman.wire..", "io.dragoman.replay..", "io.dragoman.repair..")
            .should().onlyDependOnClassesThat().resideInAnyPackage("io.dragoman.wire..", "io.dragoman.replay..", "io.dragoman.repair..",
                    "io.dragoman.conversation..", "java..", "javax.crypto..", "com.fasterxml.jackson..", "org.jspecify..", "org.slf4j..")
            .because("they are functions that any host may call");

    @ArchTest
    static final ArchRule WIRES_DO_NOT_SEE_REPLAY_AND_REPAIR = noClasses().that().resideInAPackage("io.dragoman.wire..")
            .should().dependOnClassesThat().resideInAnyPackage("io.dragoman.replay..", "io.dragoman.repair..");

    @ArchTest
    static final ArchRule REPAIR_AND_REPLAY_DO_NOT_SEE_WIRES = noClasses().that().resideInAnyPackage("io.dragoman.replay..", "io.dragoman.repair..")
            .should().dependOnClassesThat().resideInAPackage("io.dragoman.wire..");

    @ArchTest
    static final ArchRule REPLAY_DOES_NOT_SEE_REPAIR = noClasses().that().resideInAPackage("io.dragoman.replay..")
            .should().dependOnClassesThat().resideInAPackage("io.dragoman.repair..");

    @ArchTest
    static final ArchRule REPAIR_DOES_NOT_SEE_REPLAY = noClasses().that().resideInAPackage("io.dragoman.repair..")
            .should().dependOnClassesThat().resideInAPackage("io.dragoman.replay..");

    @ArchTest
    static final ArchRule WHAT_WIRES_SHARE_SEES_NONE_OF_THEM = noClasses().that().resideInAnyPackage("io.dragoman.wire", "io.dragoman.wire.sse..")
            .should().dependOnClassesThat().resideInAnyPackage("io.dragoman.wire.anthropic..", "io.dragoman.wire.responses..", "io.dragoman.wire.chat..")
            .because("a fourth wire must not touch the others");

    @ArchTest
    static final ArchRule ANTHROPIC_STANDS_ALONE = wire("anthropic", "responses", "chat");

    @ArchTest
    static final ArchRule RESPONSES_STANDS_ALONE = wire("responses", "anthropic", "chat");

    @ArchTest
    static final ArchRule CHAT_STANDS_ALONE = wire("chat", "anthropic", "responses");

    @ArchTest
    static final ArchRule EDGES_DO_NOT_SEE_THE_ROUTES = noClasses().that().resideInAPackage("io.dragoman.http..")
            .should().dependOnClassesThat().resideInAnyPackage("io.dragoman.gateway..", "io.dragoman.replay..", "io.dragoman.repair..");

    @ArchTest
    static final ArchRule NOBODY_SEES_DEMO_AND_MONITOR = noClasses().that().resideOutsideOfPackages("io.dragoman.demo..", "io.dragoman.monitor..", "io.dragoman")
            .should().dependOnClassesThat().resideInAnyPackage("io.dragoman.demo..", "io.dragoman.monitor..")
            .because("both are left out without a change elsewhere");

    @ArchTest
    static final ArchRule NOBODY_BELOW_SEES_THE_GATEWAY = noClasses().that().resideOutsideOfPackages("io.dragoman.gateway..", "io.dragoman.demo..",
            "io.dragoman.monitor..", "io.dragoman").should().dependOnClassesThat().resideInAPackage("io.dragoman.gateway..")
            .because("arrows point down only");

    @ArchTest
    static final ArchRule ROOMS_FORM_NO_CIRCLE = slices().matching("io.dragoman.(*)..").should().beFreeOfCycles();

    private static ArchRule wire(String name, String one, String other) {
        return noClasses().that().resideInAPackage("io.dragoman.wire." + name + "..")
                .should().dependOnClassesThat().resideInAnyPackage("io.dragoman.wire." + one + "..", "io.dragoman.wire." + other + "..")
                .because("a fourth wire must not touch the others");
    }
}
