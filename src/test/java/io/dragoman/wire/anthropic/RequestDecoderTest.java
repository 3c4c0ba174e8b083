package io.dragoman.wire.anthropic;

import static io.dragoman.wire.anthropic.Fixtures.decode;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Carried;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Document;
import io.dragoman.conversation.DragomanException;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Media;
import io.dragoman.conversation.Opaque;
import io.dragoman.conversation.Reasoning;
import io.dragoman.conversation.Role;
import io.dragoman.conversation.ServerToolCall;
import io.dragoman.conversation.ServerToolResult;
import io.dragoman.conversation.Settings;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Tool;
import io.dragoman.conversation.ToolChoice;
import io.dragoman.conversation.ToolResult;
import io.dragoman.conversation.Turn;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestDecoderTest {
    private static Conversation with(String fields) {
        return decode(("{'model':'m','messages':[{'role':'user','content':'x'}]" + fields + "}").replace('\'', '"'));
    }

    private static Block block(String block) {
        return decode(("{'model':'m','messages':[{'role':'user','content':[" + block + "]}]}").replace('\'', '"')).turns().get(0).blocks()
                .get(0);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{'messages':[]} | model",
        "{'model':7,'messages':[]} | model",
        "{'model':' ','messages':[]} | model",
        "{'model':'m'} | messages",
        "{'model':'m','messages':[]} | messages",
        "{'model':'m','messages':{}} | messages",
        "{'model':'m','messages':['x']} | messages.0",
        "{'model':'m','messages':[{'content':'x'}]} | messages.0.role",
        "{'model':'m','messages':[{'role':'tool','content':'x'}]} | messages.0.role",
        "{'model':'m','messages':[{'role':'user'}]} | messages.0.content",
        "{'model':'m','messages':[{'role':'user','content':7}]} | messages.0.content",
        "{'model':'m','messages':[{'role':'user','content':[7]}]} | messages.0.content.0",
        "{'model':'m','messages':[{'role':'user','content':[{}]}]} | messages.0.content.0.type",
        "{'model':'m','messages':[{'role':'user','content':[{'type':'text'}]}]} | messages.0.content.0.text",
        "{'model':'m','messages':[{'role':'user','content':[{'type':'tool_result'}]}]} | messages.0.content.0.tool_use_id",
        "{'model':'m','messages':[{'role':'user','content':[{'type':'tool_use','id':'a','name':'b','input':'x'}]}]} | messages.0.content.0.input",
        "{'model':'m','messages':[{'role':'user','content':'x'}],'stream':'yes'} | stream",
        "{'model':'m','messages':[{'role':'user','content':'x'}],'max_tokens':1.5} | max_tokens",
        "{'model':'m','messages':[{'role':'user','content':'x'}],'max_tokens':-1} | max_tokens",
        "{'model':'m','messages':[{'role':'user','content':'x'}],'system':7} | system",
        "{'model':'m','messages':[{'role':'user','content':'x'}],'temperature':'hot'} | temperature",
        "{'model':'m','messages':[{'role':'user','content':'x'}],'stop_sequences':[1]} | stop_sequences.0",
        "{'model':'m','messages':[{'role':'user','content':'x'}],'tools':[{'name':'a'}]} | tools.0.input_schema",
        "{'model':'m','messages':[{'role':'user','content':'x'}],'tools':[{'type':'web_search_20250305','max_uses':0}]} | tools.0.max_uses",
        "{'model':'m','messages':[{'role':'user','content':'x'}],'tools':[{'type':'web_search_20250305','max_uses':'3'}]} | tools.0.max_uses",
        "{'model':'m','messages':[{'role':'user','content':'x'}],'tool_choice':{'type':'tool'}} | tool_choice.name",
        "{'model':'m','messages':[{'role':'user','content':'x'}],'thinking':true} | thinking",
    })
    void namesWhatIsWrong(String body, String field) {
        DragomanException thrown = catchThrowableOfType(DragomanException.class, () -> decode(body.replace('\'', '"')));
        assertThat(thrown).isNotNull();
        assertThat(thrown.failure().kind()).isEqualTo(Failure.Kind.INVALID_REQUEST);
        assertThat(thrown.failure().status()).isEqualTo(400);
        assertThat(thrown.failure().param()).contains(field);
        assertThat(thrown.failure().message()).startsWith(field);
    }

    @Test
    void refusesTwoListsOfDomains() {
        assertThat(catchThrowableOfType(DragomanException.class, () -> with(",'tools':[{'type':'web_search_20250305','name':'web_search',"
                + "'allowed_domains':['a'],'blocked_domains':['b']}]")).failure().message()).contains("allowed_domains and blocked_domains");
    }

    @Test
    void readsSettings() {
        Conversation read = with(",'stream':true,'max_tokens':9,'temperature':1.50,'top_p':0.1,'top_k':3,'stop_sequences':['E'],"
                + "'metadata':{'user_id':'u'},'service_tier':'auto','thinking':{'type':'enabled','budget_tokens':2048,'display':'summarized'},"
                + "'output_config':{'effort':'high','format':{'type':'json_schema','schema':{'a':1.0}}},"
                + "'tool_choice':{'type':'any','disable_parallel_tool_use':true}");
        Settings settings = read.settings();
        assertThat(settings.stream()).isTrue();
        assertThat(settings.maxTokens()).hasValue(9);
        assertThat(settings.temperature().map(Json::text)).contains("1.50");
        assertThat(settings.stop()).containsExactly("E");
        assertThat(settings.user()).contains("u");
        assertThat(settings.parallelTools()).contains(false);
        assertThat(settings.reasoning()).contains(new Reasoning(Reasoning.Mode.BUDGET, Optional.of("high"), OptionalLong.of(2048),
                Optional.of("summarized")));
        assertThat(settings.format().flatMap(format -> format.schema()).map(Json::text)).contains("{\"a\":1.0}");
        assertThat(read.toolChoice()).contains(ToolChoice.of(ToolChoice.Mode.REQUIRED));
        assertThat(with("").settings()).isEqualTo(Settings.DEFAULT);
    }

    @Test
    void tellsKindsOfToolsApart() {
        Conversation read = with(",'tools':[{'name':'web_search','input_schema':{'type':'object'},'defer_loading':true},"
                + "{'type':'web_search_20250305','name':'web_search'},{'type':'code_execution_20250825','name':'code_execution'},"
                + "{'type':'mcp_toolset','mcp_server_name':'m'},{'type':'bash_20250124','name':'bash'},"
                + "{'type':'computer_20251124','name':'computer'}],'tool_choice':{'type':'tool','name':'bash'}");
        assertThat(read.tools()).extracting(Tool::getClass).containsExactly(Tool.FunctionTool.class, Tool.WebSearchTool.class,
                Tool.HostedTool.class, Tool.HostedTool.class, Tool.FunctionTool.class, Tool.OpaqueTool.class);
        assertThat(read.tools()).extracting(Tool::name)
                .containsExactly("web_search", "web_search", "code_execution", "mcp_toolset", "bash", "computer");
        assertThat(((Tool.FunctionTool) read.tools().get(0)).deferred()).isTrue();
        assertThat(((Tool.FunctionTool) read.tools().get(4)).schema().tree().at("/properties/command/type").asText()).isEqualTo("string");
        assertThat(read.toolChoice()).contains(new ToolChoice(ToolChoice.Mode.NAMED, List.of("bash")));
    }

    @Test
    void aForcedHostedSearchIsNotAFunction() {
        assertThat(with(",'tools':[{'type':'web_search_20250305','name':'web_search'}],'tool_choice':{'type':'tool','name':'web_search'}")
                .toolChoice()).contains(ToolChoice.of(ToolChoice.Mode.WEB_SEARCH));
        assertThat(with(",'tools':[{'name':'web_search','input_schema':{}}],'tool_choice':{'type':'tool','name':'web_search'}")
                .toolChoice()).contains(new ToolChoice(ToolChoice.Mode.NAMED, List.of("web_search")));
    }

    @Test
    void readsTurnsAndTheSystemPromptWhereTheyStand() {
        Conversation read = decode(("{'model':'m','system':[{'type':'text','text':'s','cache_control':{'type':'ephemeral'}}],'messages':["
                + "{'role':'user','content':'a'},{'role':'system','content':[],'output_config':{'effort':'low'}},"
                + "{'role':'assistant','content':[{'type':'text','text':'b'}]}]}").replace('\'', '"'));
        assertThat(read.system()).hasSize(1);
        assertThat(read.turns()).extracting(Turn::role).containsExactly(Role.USER, Role.SYSTEM, Role.ASSISTANT);
        assertThat(read.turns().get(1).blocks()).isEmpty();
        assertThat(read.turns().get(0).blocks()).containsExactly(Text.of("a"));
    }

    @Test
    void tellsKindsOfBlocksApart() {
        assertThat(block("{'type':'server_tool_use','id':'srvtoolu_1','name':'x','input':{'a':1.0}}"))
                .isInstanceOfSatisfying(ServerToolCall.class, call -> assertThat(call.input().text()).isEqualTo("{\"a\":1.0}"));
        assertThat(block("{'type':'mcp_tool_use','id':'mcptoolu_1','name':'x','input':{}}")).isInstanceOf(ServerToolCall.class);
        assertThat(block("{'type':'oracle_tool_result','tool_use_id':'srvtoolu_1','content':null}")).isInstanceOfSatisfying(
                ServerToolResult.class, result -> assertThat(result.content().text()).isEqualTo("null"));
        assertThat(block("{'type':'mystery','x':1}")).isInstanceOf(Opaque.class);
        assertThat(block("{'type':'image','source':{'type':'future'}}")).isInstanceOf(Opaque.class);
        assertThat(block("{'type':'thinking','thinking':'t','signature':'drgm1.x'}")).isInstanceOfSatisfying(Carried.class,
                carried -> assertThat(carried.token()).isEqualTo("drgm1.x"));
        assertThat(block("{'type':'redacted_thinking','data':'drgm1.y'}")).isInstanceOf(Carried.class);
        assertThat(block("{'type':'tool_result','tool_use_id':'t','is_error':true,'content':[{'type':'text','text':'a'}]}"))
                .isInstanceOfSatisfying(ToolResult.class, result -> {
                    assertThat(result.error()).isTrue();
                    assertThat(result.content()).hasSize(1);
                });
        assertThat(block("{'type':'search_result','source':'https://e','title':'T','content':[{'type':'text','text':'a'}]}"))
                .isInstanceOfSatisfying(Document.class, document -> {
                    assertThat(document.title()).contains("T (https://e)");
                    assertThat(document.media()).isInstanceOf(Media.Blocks.class);
                });
    }
}
