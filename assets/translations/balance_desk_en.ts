<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>LatestButton</name>
    <message numerus="yes">
        <source>%n new</source>
        <translation>
            <numerusform>%n new</numerusform>
            <numerusform>%n new</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LogView</name>
    <message numerus="yes">
        <source>%n records, the newest below.</source>
        <translation>
            <numerusform>%n record.</numerusform>
            <numerusform>%n records, the newest below.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Paused; %n new records wait.</source>
        <translation>
            <numerusform>Paused; %n new record waits.</numerusform>
            <numerusform>Paused; %n new records wait.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n records copied.</source>
        <translation>
            <numerusform>%n record copied.</numerusform>
            <numerusform>%n records copied.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n records saved to {path}.</source>
        <translation>
            <numerusform>%n record saved to {path}.</numerusform>
            <numerusform>%n records saved to {path}.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NoticeBar</name>
    <message numerus="yes">
        <source>%n more message(s)</source>
        <translation>
            <numerusform>%n more message</numerusform>
            <numerusform>%n more messages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MemoryView</name>
    <message numerus="yes">
        <source>%n facts</source>
        <translation>
            <numerusform>%n fact</numerusform>
            <numerusform>%n facts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DateGroups</name>
    <message numerus="yes">
        <source>Needs you (%n)</source>
        <translation>
            <numerusform>Needs you (%n)</numerusform>
            <numerusform>Needs you (%n)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>QuestionBar</name>
    <message numerus="yes">
        <source>This waits for your answer; %n more can be typed</source>
        <translation>
            <numerusform>This waits for your answer; %n more can be typed</numerusform>
            <numerusform>This waits for your answer; %n more can be typed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RecoveryWords</name>
    <message numerus="yes">
        <source>%n conversation(s) could be saved.</source>
        <translation>
            <numerusform>%n conversation could be saved.</numerusform>
            <numerusform>%n conversations could be saved.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n answer(s) were not completed; the conversation says why.</source>
        <translation>
            <numerusform>%n answer was not completed; the conversation says why.</numerusform>
            <numerusform>%n answers were not completed; the conversations say why.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) may not have arrived.</source>
        <translation>
            <numerusform>%n message may not have arrived.</numerusform>
            <numerusform>%n messages may not have arrived.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n answer(s) finished while you were away.</source>
        <translation>
            <numerusform>%n answer finished while you were away.</numerusform>
            <numerusform>%n answers finished while you were away.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n question(s) wait for your answer.</source>
        <translation>
            <numerusform>%n question waits for your answer.</numerusform>
            <numerusform>%n questions wait for your answer.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n answer(s) are still being made.</source>
        <translation>
            <numerusform>%n answer is still being made.</numerusform>
            <numerusform>%n answers are still being made.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The state of %n answer(s) is not known: their agent does not reply.</source>
        <translation>
            <numerusform>The state of %n answer is not known: its agent does not reply.</numerusform>
            <numerusform>The state of %n answers is not known: their agent does not reply.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) that waited were not sent.</source>
        <translation>
            <numerusform>%n message that waited was not sent.</numerusform>
            <numerusform>%n messages that waited were not sent.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SearchPanel</name>
    <message numerus="yes">
        <source>%n results</source>
        <translation>
            <numerusform>%n result.</numerusform>
            <numerusform>%n results.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n messages are not yet compared by meaning.</source>
        <translation>
            <numerusform>%n message is not yet compared by meaning.</numerusform>
            <numerusform>%n messages are not yet compared by meaning.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Chat</name>
    <message numerus="yes">
        <source>{shown} of {all} rows</source>
        <translation>
            <numerusform>{shown} of {all} row</numerusform>
            <numerusform>{shown} of {all} rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{count} rows</source>
        <translation>
            <numerusform>{count} row</numerusform>
            <numerusform>{count} rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{count} columns</source>
        <translation>
            <numerusform>{count} column</numerusform>
            <numerusform>{count} columns</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{count} more findings</source>
        <translation>
            <numerusform>{count} more finding</numerusform>
            <numerusform>{count} more findings</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Enclosed</name>
    <message numerus="yes">
        <source>{count} lines</source>
        <translation>
            <numerusform>{count} line</numerusform>
            <numerusform>{count} lines</numerusform>
        </translation>
    </message>
</context>
</TS>
